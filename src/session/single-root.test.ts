import { qualityOf } from '../../machines/measures/quality.js';
import { expectBreach } from '../testing/breaches.js';
import { accepted, inWords, type Investigation } from '../testing/investigation.js';
import { found, foundTower, verified } from '../testing/single-root-trees.js';

const unsettled = (tree: Investigation) => [...tree.totals.unsettled].sort();
const awaiting = (tree: Investigation) => [...tree.totals.awaiting].sort();
const solutions = (tree: Investigation) => [...tree.totals.solutions];
const quality = (tree: Investigation) => qualityOf(tree.totals, tree.protocol);

describe('a find', () => {
  test('waits until it is verified, and nothing above it is settled', () => {
    const tree = found();
    expect(awaiting(tree)).toEqual(['R4.A']);
    expect(unsettled(tree)).toEqual(['R1.A', 'R2.A', 'R3.A', 'R4.A']);
    expect(solutions(tree)).toEqual([]);
    expect(tree.end().codes).toContain('UNCONFIRMED');
  });

  test('stays FOUND when it is verified: settled, and the solution', () => {
    const tree = verified();
    expect(tree.states('R4.A R5.A')).toEqual(['FOUND', 'VERIFY']);
    expect(tree.claims('R4.A')).toEqual(['confirmed']);
    expect(awaiting(tree)).toEqual([]);
    expect(unsettled(tree)).toEqual([]);
    expect(solutions(tree)).toEqual(['R4.A']);
    accepted(tree.end());
    expect(tree.state.ended).toMatchObject({ outcome: 'solved' });
  });

  test('is verified only when all of its confirmers say VERIFY', () => {
    const tree = found();
    accepted(tree.propose('R5.A R5.B', 'R4.A'));
    const first = accepted(tree.commit({ 'R5.A': 'VERIFY' }));
    expect(inWords(first.moves)).toEqual(['R5.A PROPOSED > VERIFY, committed']);
    const second = accepted(tree.commit({ 'R5.B': 'VERIFY' }));
    expect(inWords(second.moves)).toContain('R4.A FOUND > FOUND, claim confirmed');
  });

  test.each(['EXPLORE', 'FOUND'])('is not while a confirmer is %s', (state) => {
    const tree = found();
    accepted(tree.propose('R5.A R5.B', 'R4.A'));
    accepted(tree.commit({ 'R5.A': 'VERIFY', 'R5.B': state }));
    expect(tree.claims('R4.A')).toEqual(['standing']);
    expect(solutions(tree)).toEqual([]);
  });

  test('is not by children from before it', () => {
    const tree = found();
    accepted(tree.reclassify('R4.A', 'EXPLORE'));
    tree.plant('R5.A', 'R4.A', 'FOUND').plant('R6.A', 'R5.A', 'VERIFY');
    accepted(tree.reclassify('R4.A', 'FOUND'));
    expect(tree.node('R4.A').claims.at(-1)).toMatchObject({ outcome: 'standing', confirmers: 0, valid: 0 });
    expect(solutions(tree)).toEqual(['R5.A']);
  });

  test('VERIFY says only what a confirmer says', () => {
    const tree = found();
    accepted(tree.propose('R4.B', 'R3.A'));
    const reply = tree.commit({ 'R4.B': 'VERIFY' });
    expect(reply.codes).toEqual(['PIPELINE_SKIPPED']);
    expectBreach(reply, 'PIPELINE_SKIPPED', 'R4.B', 'FOUND', 4);
    expect(tree.reclassify('R3.A', 'VERIFY').codes).toEqual(['ILLEGAL_TRANSITION']);
  });

  test('is not confirmed by the agent that made it', () => {
    const tree = found();
    accepted(tree.propose('R5.A', 'R4.A'));
    const reply = tree.commit({ 'R5.A': { state: 'VERIFY', agentId: tree.node('R4.A').agent ?? '' } });
    expect([...reply.codes].sort()).toEqual(['REUSED_AGENT', 'SELF_CONFIRM']);
  });
});

// To a user its bug is a "solution" that one of its own checks contradicts.
describe('a find falls', () => {
  test('as soon as one confirmer is DEAD, and its quota is that of EXPLORE again', () => {
    const tree = found();
    accepted(tree.propose('R5.A R5.B', 'R4.A'));
    const reply = accepted(tree.commit({ 'R5.A': 'DEAD' }));
    expect(inWords(reply.moves)).toEqual(['R5.A PROPOSED > DEAD, committed', 'R4.A FOUND > EXPLORE, claim refuted']);
    accepted(tree.commit({ 'R5.B': 'VERIFY' }));
    expect(tree.claims('R4.A')).toEqual(['refuted']);
    expect(unsettled(tree)).not.toContain('R4.A');
    expect(solutions(tree)).toEqual([]);
  });

  test('when it is withdrawn, verified or not', () => {
    for (const tree of [found(), verified()]) {
      const reply = accepted(tree.reclassify('R4.A', 'EXPLORE'));
      expect(inWords(reply.moves)).toEqual(['R4.A FOUND > EXPLORE, reclassified']);
      expect(tree.claims('R4.A')).toEqual(['withdrawn']);
      expect(solutions(tree)).toEqual([]);
      expect(unsettled(tree)).toContain('R4.A');
    }
  });

  test('and a DEAD confirmer of a withdrawn one counts as a refutation', () => {
    const tree = found();
    accepted(tree.propose('R5.A', 'R4.A'));
    accepted(tree.reclassify('R4.A', 'EXPLORE'));
    accepted(tree.commit({ 'R5.A': 'DEAD' }));
    expect(tree.node('R4.A').claims).toMatchObject([{ outcome: 'refuted', wasWithdrawn: true }]);
  });

  test('but is not brought back by a late confirmer that says VERIFY', () => {
    const tree = found();
    accepted(tree.propose('R5.A', 'R4.A'));
    accepted(tree.reclassify('R4.A', 'EXPLORE'));
    accepted(tree.reclassify('R4.A', 'FOUND'));
    accepted(tree.commit({ 'R5.A': 'VERIFY' }));
    expect(tree.claims('R4.A')).toEqual(['withdrawn', 'standing']);
    expect(solutions(tree)).toEqual([]);
  });

  test.each(['withdrawn', 'refuted'])('three times %s, and no fourth claim is taken', (fall) => {
    const tree = found();
    for (let claim = 1; claim <= 3; claim += 1) {
      if (claim > 1) accepted(tree.reclassify('R4.A', 'FOUND'));
      if (fall === 'withdrawn') accepted(tree.reclassify('R4.A', 'EXPLORE'));
      else tree.plant(`R5.N${claim}`, 'R4.A', 'DEAD');
    }
    expect(tree.claims('R4.A')).toEqual([fall, fall, fall]);
    const reply = tree.reclassify('R4.A', 'FOUND');
    expect(reply.codes).toEqual(['CLAIMS_EXHAUSTED']);
    expectBreach(reply, 'CLAIMS_EXHAUSTED', 'R4.A', 3);
  });
});

describe('a verified find counts as VERIFY', () => {
  function verifiedTower(): Investigation {
    const tree = foundTower();
    accepted(tree.commit({ 'R7.A': 'VERIFY' }));
    return tree;
  }

  test('one VERIFY at the bottom verifies all above it, upward, one after the other', () => {
    const reply = accepted(foundTower().commit({ 'R7.A': 'VERIFY' }));
    expect(inWords(reply.moves)).toEqual([
      'R7.A PROPOSED > VERIFY, committed',
      'round:7 open > complete, committed',
      'R6.A FOUND > FOUND, claim confirmed',
      'R5.A FOUND > FOUND, claim confirmed',
      'R4.A FOUND > FOUND, claim confirmed',
    ]);
  });

  test('a confirmer is never a solution, whatever claim of its own was confirmed', () => {
    expect(solutions(verifiedTower())).toEqual(['R4.A']);
  });

  test('nor when the claim it was proposed for has fallen', () => {
    const tree = found();
    accepted(tree.propose('R5.A R5.B', 'R4.A'));
    accepted(tree.commit({ 'R5.A': 'DEAD', 'R5.B': 'FOUND' }));
    tree.plant('R6.A', 'R5.B', 'VERIFY');
    expect(tree.claims('R5.B')).toEqual(['confirmed']);
    expect(solutions(tree)).toEqual([]);
  });

  test('the cascade stops at a find that waits for another confirmer', () => {
    const tree = foundTower();
    accepted(tree.propose('R5.B', 'R4.A'));
    accepted(tree.commit({ 'R7.A': 'VERIFY' }));
    expect(awaiting(tree)).toEqual(['R4.A']);
    accepted(tree.commit({ 'R5.B': 'VERIFY' }));
    expect(awaiting(tree)).toEqual([]);
  });

  test('reopened, it takes every find above it back: the same claim, unverified', () => {
    const tree = verifiedTower();
    const reply = accepted(tree.reclassify('R7.A', 'EXPLORE'));
    expect(inWords(reply.moves)).toEqual([
      'R7.A VERIFY > EXPLORE, reclassified',
      'R6.A FOUND > FOUND, confirmer reopened',
      'R5.A FOUND > FOUND, confirmer reopened',
      'R4.A FOUND > FOUND, confirmer reopened',
    ]);
    expect(awaiting(tree)).toEqual(['R4.A', 'R5.A', 'R6.A']);
    expect(solutions(tree)).toEqual([]);
    expect(tree.node('R4.A').claims).toMatchObject([{ outcome: 'standing', confirmers: 1, committed: 1, valid: 0 }]);
  });

  test('in the middle it withdraws the claim made there and takes back only those above', () => {
    const tree = verifiedTower();
    const reply = accepted(tree.reclassify('R5.A', 'EXPLORE'));
    expect(inWords(reply.moves)).toEqual([
      'R5.A FOUND > EXPLORE, reclassified',
      'R4.A FOUND > FOUND, confirmer reopened',
    ]);
    expect(tree.claims('R4.A')).toEqual(['standing']);
    expect(tree.claims('R5.A')).toEqual(['withdrawn']);
    expect(tree.claims('R6.A')).toEqual(['confirmed']);
  });

  test('reopened and found DEAD, it refutes the find directly above', () => {
    const tree = verifiedTower();
    accepted(tree.reclassify('R7.A', 'EXPLORE'));
    accepted(tree.reclassify('R7.A', 'DEAD'));
    expect(tree.states('R6.A R5.A R4.A')).toEqual(['EXPLORE', 'FOUND', 'FOUND']);
    expect(tree.claims('R6.A')).toEqual(['refuted']);
  });

  test('reopened and claimed anew, it verifies everything anew', () => {
    const tree = verifiedTower();
    accepted(tree.reclassify('R7.A', 'EXPLORE'));
    accepted(tree.reclassify('R7.A', 'FOUND'));
    tree.plant('R8.A', 'R7.A', 'VERIFY');
    expect(awaiting(tree)).toEqual([]);
    expect(solutions(tree)).toEqual(['R4.A']);
  });
});

describe('the quality of a single-root tree, by hand', () => {
  test('eight nodes, solved', () => {
    // Children: 2 + 2 + 2 + 1 of 4 parents. Terminal: R2.B, R3.B, R4.B, R5.A at depths 2 to 5. DEAD 3, held 2.
    expect(quality(verified())).toEqual({
      maxDepth: 5,
      avgDepth: 3.5,
      avgBranchingFactor: 1.75,
      terminalRatio: 0.5,
      validToDeadRatio: 0.666667,
      depthScore: 1,
      breadthScore: 0.583333,
      balanceScore: 0.6,
      explorationScore: 0.5,
      compositeScore: 0.695,
    });
  });

  test('a find that waits is not counted as VALID, nor a confirmer that was reopened', () => {
    const tree = verified();
    accepted(tree.reclassify('R5.A', 'EXPLORE'));
    expect(quality(tree)).toMatchObject({ balanceScore: 1, validToDeadRatio: 0, terminalRatio: 0.375 });
  });
});
