/**
 * A verified find under which another child is proposed. To a user its bug is an investigation that ends as solved,
 * although the last look at the find contradicts it.
 */
import { accepted, Investigation, inWords } from '../testing/investigation.js';
import { foundTower, verified } from '../testing/single-root-trees.js';
import { protocolNamed } from '../testing/tree-builder.js';

const solutions = (tree: Investigation) => [...tree.totals.solutions];
const awaiting = (tree: Investigation) => [...tree.totals.awaiting].sort();
const blockers = (tree: Investigation) => tree.end().codes;

describe('a verified find that is looked at once more', () => {
  /** R4.A is verified by R5.A, and R5.B is proposed below it. */
  function asked(): Investigation {
    const tree = verified();
    const { moves } = accepted(tree.propose('R5.B', 'R4.A'));
    expect(inWords(moves)).toEqual([
      'round:5 complete > open, proposed',
      'R5.B - > PROPOSED, proposed',
      'R4.A FOUND > FOUND, confirmer proposed',
    ]);
    return tree;
  }

  test('waits for that child: the same claim, neither verified nor settled', () => {
    const tree = asked();
    expect(tree.node('R5.B')).toMatchObject({ confirms: 1, counted: false });
    expect(tree.node('R4.A').claims).toMatchObject([{ outcome: 'standing', confirmers: 2, committed: 1, valid: 1 }]);
    expect([awaiting(tree), solutions(tree)]).toEqual([['R4.A'], []]);
    expect(blockers(tree)).toEqual(['PENDING_PROPOSALS', 'NODES_UNSETTLED', 'UNCONFIRMED']);
  });

  test.each<[string, string, string, string[], string[]]>([
    ['VERIFY', 'FOUND', 'confirmed', [], ['R4.A']],
    ['DEAD', 'EXPLORE', 'refuted', [], []],
    ['EXPLORE', 'FOUND', 'standing', ['R4.A'], []],
    ['FOUND', 'FOUND', 'standing', ['R4.A', 'R5.B'], []],
  ])('committed %s, the find is %s and its claim %s', (state, becomes, outcome, waiting, solved) => {
    const tree = asked();
    accepted(tree.commit({ 'R5.B': state }));
    expect(tree.states('R4.A')).toEqual([becomes]);
    expect(tree.claims('R4.A')).toEqual([outcome]);
    expect([awaiting(tree), solutions(tree)]).toEqual([waiting, solved]);
  });

  test('ends as solved only once the child agrees', () => {
    const [agreed, refuted] = [asked(), asked()];
    accepted(agreed.commit({ 'R5.B': 'VERIFY' }));
    accepted(agreed.end());
    expect(agreed.state.ended).toMatchObject({ outcome: 'solved' });
    accepted(refuted.commit({ 'R5.B': 'DEAD' }));
    accepted(refuted.end());
    expect(refuted.state.ended).toMatchObject({ outcome: 'no_solution' });
  });

  test('cannot take the question back but by withdrawing the claim', () => {
    const tree = asked();
    expect(tree.withdraw('R5.B').codes).toEqual(['NOT_WITHDRAWABLE']);
    accepted(tree.reclassify('R4.A', 'EXPLORE'));
    accepted(tree.withdraw('R5.B'));
    expect(tree.claims('R4.A')).toEqual(['withdrawn']);
  });

  test('waits for each of several, and for one more each time', () => {
    const tree = verified();
    const { moves } = accepted(tree.propose('R5.B R5.C', 'R4.A'));
    expect(inWords(moves).filter((move) => move.startsWith('R4.A'))).toEqual([
      'R4.A FOUND > FOUND, confirmer proposed',
    ]);
    accepted(tree.commit({ 'R5.B': 'VERIFY' }));
    expect(solutions(tree)).toEqual([]);
    accepted(tree.commit({ 'R5.C': 'VERIFY' }));
    expect(solutions(tree)).toEqual(['R4.A']);
    accepted(tree.propose('R5.D', 'R4.A'));
    accepted(tree.commit({ 'R5.D': 'DEAD' }));
    expect(tree.node('R4.A').claims).toMatchObject([{ outcome: 'refuted', confirmers: 4, dead: 1 }]);
  });

  test('is not confirmed by the agent that made it', () => {
    const tree = asked();
    const reply = tree.commit({ 'R5.B': { state: 'VERIFY', agentId: tree.node('R4.A').agent ?? '' } });
    expect(reply.codes).toContain('SELF_CONFIRM');
  });
});

test('a confirmer that is asked once more takes every claim above it back, and gives it back', () => {
  const tree = foundTower();
  accepted(tree.commit({ 'R7.A': 'VERIFY' }));
  expect(awaiting(tree)).toEqual([]);
  const { moves } = accepted(tree.propose('R7.B', 'R6.A'));
  expect(inWords(moves).slice(-3)).toEqual([
    'R6.A FOUND > FOUND, confirmer proposed',
    'R5.A FOUND > FOUND, confirmer reopened',
    'R4.A FOUND > FOUND, confirmer reopened',
  ]);
  expect(awaiting(tree)).toEqual(['R4.A', 'R5.A', 'R6.A']);
  accepted(tree.commit({ 'R7.B': 'VERIFY' }));
  expect([awaiting(tree), solutions(tree)]).toEqual([[], ['R4.A']]);
});

describe('the children a find needs', () => {
  const demanding = { ...protocolNamed('single-root'), children: { EXPLORE: 2, FOUND: 2 } };
  const short = (tree: Investigation) => [...tree.totals.round(4).short];

  test('are none any more once it is verified, however few there were', () => {
    const tree = new Investigation(demanding, 1);
    for (const round of [1, 2, 3]) tree.plant(`R${round}.A`, round === 1 ? null : `R${round - 1}.A`, 'EXPLORE');
    tree.plant('R4.A', 'R3.A', 'FOUND');
    expect(short(tree)).toEqual(['R4.A']);
    tree.plant('R5.A', 'R4.A', 'VERIFY');
    expect(short(tree)).toEqual([]);
    expect(blockers(tree)).not.toContain('UNCONFIRMED');
    accepted(tree.reclassify('R5.A', 'EXPLORE'));
    expect(short(tree)).toEqual(['R4.A']);
  });
});

// A journal made before must lead to what it led to then, and its session goes on by the rules it was begun under.
describe('in a session made with single-root@1', () => {
  const old = { ...protocolNamed('single-root'), chart: 'single-root@1' } as const;

  test('a child of a verified find confirms nothing, and leaves it verified', () => {
    const tree = new Investigation(old, 1);
    for (const round of [1, 2, 3]) tree.plant(`R${round}.A`, round === 1 ? null : `R${round - 1}.A`, 'EXPLORE');
    tree.plant('R4.A', 'R3.A', 'FOUND').plant('R5.A', 'R4.A', 'VERIFY');
    const { moves } = accepted(tree.propose('R5.B', 'R4.A'));
    expect(inWords(moves).filter((move) => move.startsWith('R4.A'))).toEqual([]);
    accepted(tree.commit({ 'R5.B': 'DEAD' }));
    expect(tree.node('R5.B').confirms).toBeNull();
    expect(solutions(tree)).toEqual(['R4.A']);
  });
});
