import { accepted, inWords, type Investigation } from '../testing/investigation.js';
import { claimAgain, claimed } from '../testing/sample-trees.js';

/** R3.A claims; so many confirmers of it are proposed: R4.A, R4.B, R4.C. */
function withConfirmers(ids: string): Investigation {
  const tree = claimed();
  accepted(tree.propose(ids, 'R3.A'));
  return tree;
}

// To a user its bug is a "solution" that one of its own checks contradicts.
describe('one DEAD confirmer refutes, whatever the order and the batching', () => {
  const three = 'R4.A R4.B R4.C';

  test.each<[string, Record<string, string>[]]>([
    ['DEAD first', [{ 'R4.A': 'DEAD' }, { 'R4.B': 'VALID' }, { 'R4.C': 'VALID' }]],
    ['DEAD in the middle', [{ 'R4.B': 'VALID' }, { 'R4.A': 'DEAD' }, { 'R4.C': 'VALID' }]],
    ['DEAD last', [{ 'R4.B': 'VALID' }, { 'R4.C': 'VALID' }, { 'R4.A': 'DEAD' }]],
    ['one batch, DEAD first', [{ 'R4.A': 'DEAD', 'R4.B': 'VALID', 'R4.C': 'VALID' }]],
    ['one batch, DEAD last', [{ 'R4.B': 'VALID', 'R4.C': 'VALID', 'R4.A': 'DEAD' }]],
    ['two batches, DEAD in the first', [{ 'R4.B': 'VALID', 'R4.A': 'DEAD' }, { 'R4.C': 'VALID' }]],
    ['two batches, DEAD in the second', [{ 'R4.B': 'VALID' }, { 'R4.C': 'VALID', 'R4.A': 'DEAD' }]],
    ['three DEAD', [{ 'R4.A': 'DEAD', 'R4.B': 'DEAD', 'R4.C': 'DEAD' }]],
  ])('%s', (_order, batches) => {
    const tree = withConfirmers(three);
    for (const batch of batches) accepted(tree.commit(batch));
    expect(tree.states('R3.A')).toEqual(['DRILL']);
    expect(tree.claims('R3.A')).toEqual(['refuted']);
    expect(tree.totals.solutions.size).toBe(0);
  });

  test('it is refuted as soon as the DEAD one is in, not when all are', () => {
    const tree = withConfirmers(three);
    const reply = accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(inWords(reply.moves)).toEqual([
      'R4.A PROPOSED > DEAD, committed',
      'R3.A VALID_PENDING > DRILL, claim refuted',
    ]);
  });

  test('an open confirmer that dies later refutes as well', () => {
    const tree = withConfirmers('R4.A R4.B');
    accepted(tree.commit({ 'R4.A': 'VALID', 'R4.B': 'DRILL' }));
    expect(tree.states('R3.A')).toEqual(['VALID_PENDING']);
    accepted(tree.reclassify('R4.B', 'DEAD'));
    expect(tree.claims('R3.A')).toEqual(['refuted']);
  });

  test('the refutation stays when the DEAD confirmer is reopened', () => {
    const tree = withConfirmers('R4.A');
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    accepted(tree.reclassify('R4.A', 'VERIFY'));
    expect(tree.claims('R3.A')).toEqual(['refuted']);
    expect(tree.states('R3.A')).toEqual(['DRILL']);
  });
});

describe('a claim is confirmed', () => {
  test.each<[string, Record<string, string>[]]>([
    ['R4.A', [{ 'R4.A': 'VALID' }]],
    ['R4.A R4.B', [{ 'R4.A': 'VALID' }, { 'R4.B': 'VALID' }]],
    ['R4.A R4.B', [{ 'R4.B': 'VALID', 'R4.A': 'VALID' }]],
  ])('when all of %s are in and say VALID', (ids, batches) => {
    const tree = withConfirmers(ids);
    for (const [index, batch] of batches.entries()) {
      expect(tree.states('R3.A')).toEqual(['VALID_PENDING']);
      const reply = accepted(tree.commit(batch));
      const confirmed = inWords(reply.moves).includes('R3.A VALID_PENDING > VALID, claim confirmed');
      expect(confirmed).toBe(index === batches.length - 1);
    }
    expect(tree.claims('R3.A')).toEqual(['confirmed']);
    expect([...tree.totals.solutions]).toEqual(['R3.A']);
  });

  test.each(['DRILL', 'VERIFY', 'VALID_PENDING'])('not while a confirmer is %s', (state) => {
    const tree = withConfirmers('R4.A R4.B');
    accepted(tree.commit({ 'R4.A': 'VALID', 'R4.B': state }));
    expect(tree.states('R3.A')).toEqual(['VALID_PENDING']);
  });

  test('not by children from before the claim', () => {
    const tree = claimed();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    tree.plant('R4.A', 'R3.A', 'VERIFY').plant('R5.A', 'R4.A', 'VALID_PENDING').plant('R6.A', 'R5.A', 'VALID');
    claimAgain(tree, 'R3.A');
    expect(tree.states('R5.A R3.A')).toEqual(['VALID', 'VALID_PENDING']);
    expect(tree.node('R3.A').claims.at(-1)).toMatchObject({ confirmers: 0, committed: 0, valid: 0 });
  });
});

describe('a fallen claim', () => {
  test('that was refuted can be made again and confirmed by new confirmers', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'DEAD');
    claimAgain(tree, 'R3.A');
    expect(tree.claims('R3.A')).toEqual(['refuted', 'standing']);
    tree.plant('R4.B', 'R3.A', 'VALID');
    expect(tree.claims('R3.A')).toEqual(['refuted', 'confirmed']);
    expect(tree.states('R3.A')).toEqual(['VALID']);
  });

  test('gets back the quota of the state it falls to', () => {
    const tree = claimed();
    expect(tree.totals.round(3).lacking).toBe(1);
    tree.plant('R4.A', 'R3.A', 'DEAD');
    expect(tree.totals.round(3).lacking).toBe(2);
  });

  test.each(['VALID', 'DEAD', 'DRILL', 'VERIFY', 'VALID_PENDING'])(
    'that was refuted is not touched by a late confirmer that says %s',
    (state) => {
      const tree = withConfirmers('R4.A R4.B');
      accepted(tree.commit({ 'R4.A': 'DEAD' }));
      const reply = accepted(tree.commit({ 'R4.B': state }));
      expect(inWords(reply.moves)).toEqual([
        `R4.B PROPOSED > ${state}, committed`,
        'round:4 open > complete, committed',
      ]);
      expect(tree.claims('R3.A')).toEqual(['refuted']);
    },
  );

  test.each(['VALID', 'DRILL', 'VERIFY', 'VALID_PENDING'])(
    'that was withdrawn is not touched by a late confirmer that says %s',
    (state) => {
      const tree = withConfirmers('R4.A');
      accepted(tree.reclassify('R3.A', 'DRILL'));
      accepted(tree.commit({ 'R4.A': state }));
      expect(tree.claims('R3.A')).toEqual(['withdrawn']);
      expect(tree.states('R3.A')).toEqual(['DRILL']);
    },
  );

  test('does not pass its confirmers on to the next claim', () => {
    const tree = withConfirmers('R4.A R4.B');
    accepted(tree.reclassify('R3.A', 'DRILL'));
    claimAgain(tree, 'R3.A');
    accepted(tree.commit({ 'R4.A': 'VALID' }));
    expect(tree.states('R3.A')).toEqual(['VALID_PENDING']);
    accepted(tree.commit({ 'R4.B': 'DEAD' }));
    expect(tree.claims('R3.A')).toEqual(['refuted', 'standing']);
  });
});
