import { accepted, inWords, type Investigation } from '../testing/investigation.js';
import { claimed } from '../testing/sample-trees.js';

/** Claims three deep: R4.A is to confirm R3.A, R5.A is to confirm R4.A, and R6.A is proposed to confirm R5.A. */
function tower(): Investigation {
  const tree = claimed().plant('R4.A', 'R3.A', 'VALID_PENDING').plant('R5.A', 'R4.A', 'VALID_PENDING');
  accepted(tree.propose('R6.A', 'R5.A'));
  return tree;
}

describe('claims that confirm claims', () => {
  test('one VALID at the bottom confirms them all, upward, one after the other', () => {
    const reply = accepted(tower().commit({ 'R6.A': 'VALID' }));
    expect(inWords(reply.moves)).toEqual([
      'R6.A PROPOSED > VALID, committed',
      'round:6 open > complete, committed',
      'R5.A VALID_PENDING > VALID, claim confirmed',
      'R4.A VALID_PENDING > VALID, claim confirmed',
      'R3.A VALID_PENDING > VALID, claim confirmed',
    ]);
  });

  test('one DEAD at the bottom refutes the claim above it and leaves the others waiting', () => {
    const tree = tower();
    accepted(tree.commit({ 'R6.A': 'DEAD' }));
    expect(tree.states('R5.A R4.A R3.A')).toEqual(['DRILL', 'VALID_PENDING', 'VALID_PENDING']);
  });

  test('a cascade stops at a claim that still waits for another confirmer', () => {
    const tree = tower();
    accepted(tree.propose('R4.B', 'R3.A'));
    accepted(tree.commit({ 'R6.A': 'VALID' }));
    expect(tree.states('R5.A R4.A R3.A')).toEqual(['VALID', 'VALID', 'VALID_PENDING']);
    accepted(tree.commit({ 'R4.B': 'VALID' }));
    expect(tree.states('R3.A')).toEqual(['VALID']);
  });

  test.each([
    ['deep first', { 'R6.A': 'VALID', 'R4.B': 'DEAD' }],
    ['shallow first', { 'R4.B': 'DEAD', 'R6.A': 'VALID' }],
  ])('a batch that confirms below and refutes above, %s', (_order, batch) => {
    const tree = tower();
    accepted(tree.propose('R4.B', 'R3.A'));
    const reply = accepted(tree.commit(batch));
    expect(inWords(reply.moves).filter((move) => move.includes('claim'))).toEqual([
      'R5.A VALID_PENDING > VALID, claim confirmed',
      'R4.A VALID_PENDING > VALID, claim confirmed',
      'R3.A VALID_PENDING > DRILL, claim refuted',
    ]);
  });

  test('a batch whose last VALIDs complete a claim from two sides confirms it once', () => {
    const tree = tower();
    accepted(tree.propose('R4.B', 'R3.A'));
    const reply = accepted(tree.commit({ 'R4.B': 'VALID', 'R6.A': 'VALID' }));
    expect(inWords(reply.moves).filter((move) => move.startsWith('R3.A'))).toEqual([
      'R3.A VALID_PENDING > VALID, claim confirmed',
    ]);
  });
});

// To a user its bug is a solution that stays on the list while the check it rests on is open again.
describe('reopening what confirmed a claim', () => {
  function confirmedTower(): Investigation {
    const tree = tower();
    accepted(tree.commit({ 'R6.A': 'VALID' }));
    return tree;
  }

  test('takes every claim above back, upward', () => {
    const tree = confirmedTower();
    const reply = accepted(tree.reclassify('R6.A', 'DRILL'));
    expect(inWords(reply.moves)).toEqual([
      'R6.A VALID > DRILL, reclassified',
      'R5.A VALID > VALID_PENDING, confirmer reopened',
      'R4.A VALID > VALID_PENDING, confirmer reopened',
      'R3.A VALID > VALID_PENDING, confirmer reopened',
    ]);
    expect(tree.totals.solutions.size).toBe(0);
    expect([...tree.totals.awaiting].sort()).toEqual(['R3.A', 'R4.A', 'R5.A']);
  });

  test('keeps claim, number and confirmers: it is no new claim', () => {
    const tree = confirmedTower();
    accepted(tree.reclassify('R6.A', 'DRILL'));
    expect(tree.node('R3.A').claims).toMatchObject([{ outcome: 'standing', confirmers: 1, committed: 1, valid: 0 }]);
  });

  test('checks no rule: a full round takes the claim back all the same', () => {
    const tree = confirmedTower().plant('R3.B R3.C', 'R2.A', 'VERIFY');
    expect(tree.reclassify('R3.B', 'VALID_PENDING').codes).toEqual(['TERMINAL_RATIO_EXCEEDED']);
    expect(tree.reclassify('R6.A', 'DRILL').ok).toBe(true);
    expect(tree.states('R3.A')).toEqual(['VALID_PENDING']);
  });

  test('in the middle withdraws the claim made there and takes back only those above', () => {
    const tree = confirmedTower();
    const reply = accepted(tree.reclassify('R4.A', 'DRILL'));
    expect(inWords(reply.moves)).toEqual([
      'R4.A VALID > DRILL, reclassified',
      'R3.A VALID > VALID_PENDING, confirmer reopened',
    ]);
    expect(tree.states('R5.A R6.A')).toEqual(['VALID', 'VALID']);
    expect(tree.claims('R4.A')).toEqual(['withdrawn']);
  });

  test('and finding it DEAD then refutes the claim directly above', () => {
    const tree = confirmedTower();
    accepted(tree.reclassify('R6.A', 'DRILL'));
    accepted(tree.reclassify('R6.A', 'DEAD'));
    expect(tree.states('R5.A R4.A R3.A')).toEqual(['DRILL', 'VALID_PENDING', 'VALID_PENDING']);
    expect(tree.claims('R5.A')).toEqual(['refuted']);
  });

  test('and confirming it anew confirms everything anew', () => {
    const tree = confirmedTower();
    accepted(tree.reclassify('R6.A', 'DRILL'));
    accepted(tree.reclassify('R6.A', 'VERIFY'));
    accepted(tree.reclassify('R6.A', 'VALID_PENDING'));
    tree.plant('R7.A', 'R6.A', 'VALID');
    expect(tree.states('R6.A R5.A R4.A R3.A')).toEqual(['VALID', 'VALID', 'VALID', 'VALID']);
    expect(tree.claims('R3.A')).toEqual(['confirmed']);
  });

  test('a new confirmer may be asked for while the claim stands again', () => {
    const tree = confirmedTower();
    accepted(tree.reclassify('R6.A', 'DRILL'));
    tree.plant('R6.B', 'R5.A', 'DEAD');
    expect(tree.states('R5.A')).toEqual(['DRILL']);
  });
});
