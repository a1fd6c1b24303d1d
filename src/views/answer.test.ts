/** Their bug, to a user: a reply that leaves out what changed, asks for the wrong round, or names a call that is refused. */
import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { BoardPlay } from '../testing/board-play.js';
import { halfSolved, solved } from '../testing/sample-trees.js';
import { answerTo } from './answer.js';
import { startInstructions } from './instructions.js';
import { nextRoundInfo, rootsMissing, roundComplete } from './next-round.js';
import { nextActions } from './next-step.js';

// What each call answers has fields of its own; a test reads those it is about.
const answer = (tree: Investigation): Record<string, unknown> => ({ ...answerTo(tree.state, tree.journal.at(-1)!) });
const ids = (round: number, count: number) =>
  Array.from({ length: count }, (_, at) => `R${round}.${String.fromCharCode(65 + at)}`).join(' ');

describe('a proposal answers', () => {
  test('what is approved, what is withdrawn and how many roots are missing', () => {
    const tree = investigation('multi-gate', { minRoots: 3 });
    accepted(tree.propose('R1.A R1.B', null));
    expect(answer(tree)).toMatchObject({ kind: 'proposed', approvedNodes: ['R1.A', 'R1.B'], rootsMissing: 1 });
    expect(answer(tree)).not.toHaveProperty('withdrawnNodes');
    accepted(tree.proposeAll([['R1.C', null]], ['R1.B']));
    expect(answer(tree)).toMatchObject({ approvedNodes: ['R1.C'], withdrawnNodes: ['R1.B'], rootsMissing: 1 });
    accepted(tree.propose('R1.D R1.E', null));
    expect(rootsMissing(tree.state)).toBe(0);
  });
});

describe('a commit answers', () => {
  test('what moved, and what was said where it was recorded otherwise', () => {
    const tree = investigation('single-root');
    accepted(tree.propose('R1.A', null));
    accepted(tree.commit({ 'R1.A': 'FOUND' }));
    expect(answer(tree)).toMatchObject({
      changed: [{ nodeId: 'R1.A', from: 'PROPOSED', to: 'EXPLORE', why: 'committed', claimed: 'FOUND' }],
    });
    const other = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expect(answer(other)).toMatchObject({ kind: 'committed', batchComplete: true, currentRound: 1 });
    expect(answer(other)['changed']).toEqual([{ nodeId: 'R1.A', from: 'PROPOSED', to: 'DRILL', why: 'committed' }]);
    expect(answer(other)).not.toHaveProperty('changedCount');
  });

  test('a claim that falls with it', () => {
    const tree = halfSolved();
    accepted(tree.propose('R4.A', 'R3.A'));
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(answer(tree)['changed']).toMatchObject([
      { nodeId: 'R4.A', to: 'DEAD' },
      { nodeId: 'R3.A', from: 'VALID_PENDING', to: 'DRILL', why: 'claim refuted' },
    ]);
  });

  test('twenty of many changes, and how many there are', () => {
    const tree = investigation('classic', { minRoots: 3 });
    for (const part of [
      ids(1, 5),
      'R1.F R1.G R1.H R1.I R1.J',
      'R1.K R1.L R1.M R1.N R1.O',
      'R1.P R1.Q R1.R R1.S R1.T',
      'R1.U',
    ])
      accepted(tree.propose(part, null));
    accepted(
      tree.commit(
        Object.fromEntries(
          ids(1, 21)
            .split(' ')
            .map((id) => [id, 'DRILL']),
        ),
      ),
    );
    expect(answer(tree)).toMatchObject({ changedCount: 21, changed: { length: 20 } });
  });
});

test('a reclassification answers where the node was and is', () => {
  const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
  accepted(tree.reclassify('R1.A', 'VERIFY'));
  expect(answer(tree)).toMatchObject({
    ...{ kind: 'reclassified', nodeId: 'R1.A', previousState: 'DRILL', newState: 'VERIFY' },
    changed: [{ nodeId: 'R1.A', from: 'DRILL', to: 'VERIFY' }],
  });
});

describe('what the tree still needs', () => {
  test('is nothing before there are nodes, and the round after the last where all have their children', () => {
    const tree = investigation('multi-gate');
    expect(nextRoundInfo(tree.state)).toEqual({ round: 2, nodesRequired: 0, totalBatches: 0, parentBreakdown: [] });
    expect(roundComplete(tree.state)).toBe(false);
  });

  test('is told for the shallowest node that is short of children; proposed ones count as there', () => {
    const tree = investigation('multi-gate')
      .plant('R1.A R1.B', null, 'DRILL VERIFY')
      .plant('R2.A R2.B R2.C', 'R1.A', 'DRILL VERIFY DEAD');
    const short = (parentId: string, state: string, childrenNeeded: number) => ({ parentId, state, childrenNeeded });
    expect(nextRoundInfo(tree.state)).toEqual({
      ...{ round: 2, nodesRequired: 1, totalBatches: 1 },
      parentBreakdown: [short('R1.B', 'VERIFY', 1)],
    });
    accepted(tree.propose('R2.D', 'R1.B'));
    expect(nextRoundInfo(tree.state)).toEqual({
      ...{ round: 3, nodesRequired: 4, totalBatches: 1 },
      parentBreakdown: expect.arrayContaining([short('R2.A', 'DRILL', 3), short('R2.B', 'VERIFY', 1)]),
    });
    accepted(tree.propose('R3.A', 'R2.A'));
    expect(nextRoundInfo(tree.state)).toMatchObject({ round: 3, nodesRequired: 3 });
  });

  test.each([
    [9, 9, undefined],
    [10, 10, undefined],
    [11, 10, 11],
  ])('of %i parents ten are shown, and all are counted', (count, shown, parentCount) => {
    const tree = investigation('classic').plant(ids(1, count), null, 'DRILL');
    const info = nextRoundInfo(tree.state);
    expect([info.parentBreakdown.length, info.parentCount]).toEqual([shown, parentCount]);
    expect(info).toMatchObject({ nodesRequired: 2 * count, totalBatches: Math.ceil((2 * count) / 5) });
  });

  test('a round is complete when nothing in it is open and those above have their children', () => {
    const tree = investigation('classic').plant('R1.A R1.B', null, 'DRILL');
    expect(roundComplete(tree.state)).toBe(true);
    tree.plant('R2.A R2.B', 'R1.A', 'DRILL');
    expect(roundComplete(tree.state)).toBe(false);
    accepted(tree.propose('R2.C R2.D', 'R1.B'));
    expect(roundComplete(tree.state)).toBe(false);
    accepted(tree.commit({ 'R2.C': 'DRILL', 'R2.D': 'VERIFY' }));
    expect(roundComplete(tree.state)).toBe(true);
  });
});

describe('the next call', () => {
  const next = (tree: Investigation) => nextActions(tree.state)[0];

  test('is a root while there are too few, after those at hand', () => {
    const tree = investigation('multi-gate', { minRoots: 3 });
    expect(next(tree)).toBe('Call tot_propose with 3 more roots (parent: null).');
    accepted(tree.propose('R1.A R1.B', null));
    expect(nextActions(tree.state).slice(0, 2)).toEqual([
      'Work on R1.A, R1.B, then call tot_commit with what each found. 1 more root needed before round 2.',
      'Call tot_propose with 1 more root (parent: null).',
    ]);
    accepted(tree.propose('R1.C', null));
    expect(next(tree)).toBe('Work on R1.A, R1.B, R1.C, then call tot_commit with what each found.');
  });

  test('is children where they are lacking', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expect(next(tree)).toBe('Call tot_propose for round 2: 3 below R1.A.');
    const wide = investigation('classic').plant(ids(1, 6), null, 'DRILL');
    expect(next(wide)).toMatch(/^Call tot_propose for round 2: 2 below R1\.A, .*, 2 below R1\.E and others\.$/);
    expect(next(investigation('classic').plant(ids(1, 5), null, 'DRILL'))).not.toContain('and others');
  });

  test('is a confirmer below a claim that has none, and not once more as a child', () => {
    const actions = nextActions(halfSolved().state);
    expect(actions[0]).toBe('Call tot_propose with a confirmer below R3.A: an independent check of that claim.');
    expect(actions.some((action) => action.includes('1 below R3.A'))).toBe(false);
  });

  test('is the end when every gate is open, and another start after it', () => {
    const tree = solved();
    expect(nextActions(tree.state)).toEqual(['Call tot_end: every gate is open.']);
    accepted(tree.end());
    expect(answer(tree)).toMatchObject({ kind: 'ended', outcome: 'solved' });
    expect(answer(tree)['reason']).toMatch(/^solved by R3\.A; 4 rounds, 7 nodes, 2 dead ends \(multi-gate\)\.$/);
    expect(next(tree)).toContain('start another one with tot_start');
  });

  test('is about tickets where there is no investigation', () => {
    expect(nextActions(new BoardPlay().state)).toEqual([expect.stringContaining('call ticket_status')]);
  });
});

test.each([
  [
    'multi-gate',
    [
      'at least 1 root (R1.A',
      'Opens later: ',
      'Most concluded nodes a round: R1 ',
      'DEAD in R1: ',
      'Evidence (50+ characters) for DEAD',
      'VALID_PENDING is a claim; it becomes VALID when',
    ],
    ['agentId', 'no confirmation is required'],
  ],
  ['classic', ['VALID is the answer; no confirmation is required.'], ['is a claim']],
  [
    'single-root',
    [
      'the one root R1.A (parent null)',
      'FOUND is a claim; it is verified when',
      'Opens later: FOUND from round 4.',
      'give its id, as the client named it, in agentId',
    ],
    ['Evidence (', 'Most concluded nodes', 'at least'],
  ],
] as const)('the start of %s tells its own rules and no others', (name, said, unsaid) => {
  const text = startInstructions(investigation(name).state);
  for (const words of said) expect(text).toContain(words);
  for (const words of unsaid) expect(text).not.toContain(words);
});
