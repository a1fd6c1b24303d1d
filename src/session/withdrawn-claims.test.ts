import { accepted, inWords, type Investigation } from '../testing/investigation.js';
import { claimAgain, claimed } from '../testing/sample-trees.js';

function withConfirmers(ids: string): Investigation {
  const tree = claimed();
  accepted(tree.propose(ids, 'R3.A'));
  return tree;
}

describe('withdrawing a claim', () => {
  test('takes the node back to DRILL and keeps the claim on record', () => {
    const tree = claimed();
    const reply = accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(inWords(reply.moves)).toEqual(['R3.A VALID_PENDING > DRILL, reclassified']);
    expect(tree.node('R3.A').claims).toMatchObject([{ outcome: 'withdrawn', wasWithdrawn: true }]);
  });

  test('is possible after it was confirmed, and ends the solution', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VALID');
    expect([...tree.totals.solutions]).toEqual(['R3.A']);
    accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(tree.claims('R3.A')).toEqual(['withdrawn']);
    expect(tree.totals.solutions.size).toBe(0);
    expect(tree.states('R4.A')).toEqual(['VALID']);
  });

  test('needs no evidence, but a reason', () => {
    expect(claimed().reclassify('R3.A', 'DRILL', { reason: '' }).codes).toEqual(['MISSING_REASON']);
  });
});

// To a user its bug is a claimant who escapes every refutation by withdrawing just before it.
describe('a DEAD confirmer of a withdrawn claim counts as a refutation', () => {
  test('committed after the withdrawal', () => {
    const tree = withConfirmers('R4.A');
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(tree.node('R3.A').claims).toMatchObject([{ outcome: 'refuted', wasWithdrawn: true }]);
    expect(tree.states('R3.A')).toEqual(['DRILL']);
  });

  test('reclassified after the withdrawal', () => {
    const tree = withConfirmers('R4.A');
    accepted(tree.commit({ 'R4.A': 'VERIFY' }));
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.reclassify('R4.A', 'DEAD'));
    expect(tree.claims('R3.A')).toEqual(['refuted']);
  });

  test('although the node has claimed again since, and that claim goes on', () => {
    const tree = withConfirmers('R4.A');
    accepted(tree.reclassify('R3.A', 'DRILL'));
    claimAgain(tree, 'R3.A');
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(tree.claims('R3.A')).toEqual(['refuted', 'standing']);
    expect(tree.states('R3.A')).toEqual(['VALID_PENDING']);
    tree.plant('R4.B', 'R3.A', 'VALID');
    expect(tree.claims('R3.A')).toEqual(['refuted', 'confirmed']);
  });

  test('and of one that was confirmed before it was withdrawn', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VALID');
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.reclassify('R4.A', 'DRILL'));
    accepted(tree.reclassify('R4.A', 'DEAD'));
    expect(tree.claims('R3.A')).toEqual(['refuted']);
  });
});

// To a user its bug is an answer listed as solved that is only the echo of the one it was meant to check.
describe('a confirmer is never a solution', () => {
  test('when its own word confirms the claim', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VALID');
    expect([...tree.totals.solutions]).toEqual(['R3.A']);
  });

  test('when a claim of its own is confirmed', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VALID_PENDING').plant('R5.A', 'R4.A', 'VALID');
    expect(tree.states('R3.A R4.A')).toEqual(['VALID', 'VALID']);
    expect([...tree.totals.solutions]).toEqual(['R3.A']);
  });

  test('when the claim it was proposed for has fallen', () => {
    const tree = withConfirmers('R4.A R4.B');
    accepted(tree.commit({ 'R4.A': 'DEAD', 'R4.B': 'VALID_PENDING' }));
    tree.plant('R5.A', 'R4.B', 'VALID');
    expect(tree.states('R3.A R4.B')).toEqual(['DRILL', 'VALID']);
    expect(tree.totals.solutions.size).toBe(0);
  });

  test('but the child of a fallen claim, proposed afterwards, can be one', () => {
    const tree = claimed()
      .plant('R4.A', 'R3.A', 'DEAD')
      .plant('R4.B', 'R3.A', 'VALID_PENDING')
      .plant('R5.A', 'R4.B', 'VALID');
    expect([...tree.totals.solutions]).toEqual(['R4.B']);
  });
});
