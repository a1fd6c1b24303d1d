import { expectBreach } from '../testing/breaches.js';
import { accepted, inWords, investigation } from '../testing/investigation.js';
import { claimed, halfSolved, solved } from '../testing/sample-trees.js';

const reason = 'The machine that showed the fault is gone and nobody can reproduce it.';

describe('ending an investigation', () => {
  test('with a confirmed claim and nothing open, it is solved', () => {
    const tree = solved();
    const reply = accepted(tree.end());
    expect(inWords(reply.moves)).toEqual(['session investigating > ended, ended']);
    expect(tree.state.ended).toMatchObject({ outcome: 'solved', reason: null });
  });

  test('with everything dead, it has no solution', () => {
    const tree = halfSolved().plant('R4.A', 'R3.A', 'DEAD').plant('R4.B R4.C', 'R3.A', 'DEAD');
    accepted(tree.end());
    expect(tree.state.ended).toMatchObject({ outcome: 'no_solution' });
  });

  test('a VALID confirmer of a refuted claim solves nothing', () => {
    const tree = halfSolved();
    accepted(tree.propose('R4.A R4.B', 'R3.A'));
    accepted(tree.commit({ 'R4.A': 'DEAD', 'R4.B': 'VALID' }));
    tree.plant('R4.C', 'R3.A', 'DEAD');
    accepted(tree.end());
    expect(tree.state.ended).toMatchObject({ outcome: 'no_solution' });
  });
});

// To a user its bug is a refusal after every repair, each naming one thing more.
describe('a refused end names every blocker at once', () => {
  test('all that a claim at the surface of a bare tree can have', () => {
    const tree = investigation('multi-gate', { minRoots: 5 });
    accepted(tree.propose('R1.A R1.B R1.C R1.D R1.E', null));
    accepted(tree.commit({ 'R1.A': 'VERIFY' }));
    tree.plant('R2.A', 'R1.A', 'VERIFY').plant('R3.A', 'R2.A', 'VALID_PENDING');
    expect(tree.end().codes).toEqual([
      'ROUNDS_TOO_FEW',
      'DEPTH_TOO_SHALLOW',
      'INSUFFICIENT_ROOTS',
      'PENDING_PROPOSALS',
      'INSUFFICIENT_CHILDREN',
      'NODES_UNSETTLED',
      'UNCONFIRMED',
      'QUALITY_TOO_LOW',
      'TOO_NARROW',
    ]);
  });

  test('and only those there are', () => {
    const tree = halfSolved();
    accepted(tree.propose('R4.A', 'R3.A'));
    expect(tree.end().codes).toEqual([
      'ROUNDS_TOO_FEW',
      'DEPTH_TOO_SHALLOW',
      'PENDING_PROPOSALS',
      'INSUFFICIENT_CHILDREN',
      'NODES_UNSETTLED',
      'UNCONFIRMED',
    ]);
    accepted(tree.commit({ 'R4.A': 'DRILL' }));
    expect(tree.end().codes).toEqual(['INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED', 'UNCONFIRMED']);
  });

  test('an empty one names nothing but that', () => {
    expect(investigation('multi-gate', { minRoots: 5 }).end().codes).toEqual(['EMPTY']);
  });

  test('a proposal withdrawn to emptiness is empty again', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    accepted(tree.withdraw('R1.A'));
    expect(tree.end().codes).toEqual(['EMPTY']);
  });
});

describe('a tree that died early', () => {
  const dead = () => investigation('multi-gate').plant('R1.A R1.B', null, 'DEAD');

  test('is told how to recover, beside the blockers that explain it', () => {
    const reply = dead().end();
    expect(reply.codes).toEqual([
      'ROUNDS_TOO_FEW',
      'DEPTH_TOO_SHALLOW',
      'RECOVERY_REQUIRED',
      'QUALITY_TOO_LOW',
      'TOO_NARROW',
    ]);
    expectBreach(reply, 'RECOVERY_REQUIRED', 'SESSION', 'lateral root');
  });

  test('is rescued by a lateral root', () => {
    const tree = dead();
    accepted(tree.propose('R1.C', null));
    expect(tree.end().codes).not.toContain('RECOVERY_REQUIRED');
    accepted(tree.commit({ 'R1.C': 'DRILL' }));
    expect(tree.end().codes).not.toContain('RECOVERY_REQUIRED');
    expect(tree.propose('R2.A', 'R1.C').ok).toBe(true);
  });

  test('or by reopening a node', () => {
    const tree = dead();
    accepted(tree.reclassify('R1.A', 'DRILL'));
    expect(tree.end().codes).not.toContain('RECOVERY_REQUIRED');
  });

  test('is told so in round 3 too, once a chain of VERIFY has died', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'DEAD');
    expect(tree.end().codes).not.toContain('RECOVERY_REQUIRED');
    const settledEarly = investigation('multi-gate')
      .plant('R1.A', null, 'VERIFY')
      .plant('R2.A', 'R1.A', 'VERIFY')
      .plant('R3.A', 'R2.A', 'SPEC');
    expect(settledEarly.end().codes).toContain('RECOVERY_REQUIRED');
  });
});

// Giving up honestly must be cheaper than cheating.
describe('giving up', () => {
  test.each([
    ['an empty investigation', () => investigation('multi-gate')],
    ['one with open proposals', withProposal],
    ['one with a standing claim', claimed],
    ['one that could end as solved', solved],
  ])('%s always succeeds, and is never reported as solved', (_what, grow) => {
    const tree = grow();
    accepted(tree.giveUp(reason));
    expect(tree.state.ended).toMatchObject({ outcome: 'inconclusive', reason });
  });

  function withProposal() {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    return tree;
  }
});
