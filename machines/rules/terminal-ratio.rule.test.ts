import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation, type Investigation } from '../../src/testing/investigation.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { ratioExceeded } from './terminal-ratio.rule.js';

describe('the ratio of a round', () => {
  test.each([
    { round: 1, counted: 2, concluded: 2, dead: 2, over: false },
    { round: 1, counted: 3, concluded: 1, dead: 1, over: false },
    { round: 1, counted: 3, concluded: 2, dead: 2, over: true },
    { round: 1, counted: 4, concluded: 2, dead: 2, over: false },
    { round: 1, counted: 4, concluded: 3, dead: 3, over: true },
    { round: 1, counted: 20, concluded: 1, dead: 0, over: true },
    { round: 1, counted: 20, concluded: 2, dead: 1, over: true },
    { round: 2, counted: 2, concluded: 2, dead: 0, over: false },
    { round: 2, counted: 3, concluded: 1, dead: 1, over: false },
    { round: 2, counted: 3, concluded: 2, dead: 0, over: true },
    { round: 2, counted: 20, concluded: 6, dead: 0, over: false },
    { round: 2, counted: 20, concluded: 7, dead: 7, over: false },
    { round: 2, counted: 20, concluded: 8, dead: 0, over: true },
    { round: 3, counted: 2, concluded: 2, dead: 0, over: false },
    { round: 3, counted: 4, concluded: 1, dead: 0, over: false },
    { round: 3, counted: 4, concluded: 2, dead: 1, over: false },
    { round: 3, counted: 4, concluded: 3, dead: 0, over: true },
    { round: 4, counted: 2, concluded: 2, dead: 2, over: false },
    { round: 4, counted: 10, concluded: 6, dead: 0, over: false },
    { round: 4, counted: 10, concluded: 7, dead: 7, over: false },
    { round: 4, counted: 10, concluded: 8, dead: 0, over: true },
    { round: 5, counted: 3, concluded: 3, dead: 3, over: false },
    { round: 32, counted: 50, concluded: 50, dead: 0, over: false },
  ])('round $round, $concluded of $counted concluded, $dead dead: over is $over', ({ over, ...figures }) => {
    expect(ratioExceeded(figures, protocolNamed('multi-gate'))).toBe(over);
  });

  test('classic has no limit', () => {
    expect(ratioExceeded({ round: 1, counted: 9, concluded: 9, dead: 5 }, protocolNamed('classic'))).toBe(false);
  });
});

/** So many nodes proposed in the round, with a chain above them. */
function proposedIn(round: number, nodes: number): { tree: Investigation; ids: string[] } {
  const tree = investigation('multi-gate');
  for (let above = 1; above < round; above += 1)
    tree.plant(`R${above}.P`, above === 1 ? null : `R${above - 1}.P`, 'DRILL');
  const ids = Array.from({ length: nodes }, (_, index) => `R${round}.N${index}`);
  for (let start = 0; start < nodes; start += 5)
    accepted(tree.propose(ids.slice(start, start + 5).join(' '), round === 1 ? null : `R${round - 1}.P`));
  return { tree, ids };
}

const all = (ids: readonly string[], state: string) => Object.fromEntries(ids.map((id) => [id, state]));

// A round of five committed DEAD, DEAD, DEAD, DEAD, DRILL looks finished, and nobody looked.
describe('TERMINAL_RATIO_EXCEEDED', () => {
  test.each([
    { round: 1, nodes: 4, state: 'DEAD', ok: 2, max: '50 %', room: 2 },
    { round: 1, nodes: 5, state: 'DEAD', ok: 2, max: '50 %', room: 1 },
    { round: 2, nodes: 5, state: 'DEAD', ok: 1, max: '35 %', room: 1 },
    { round: 2, nodes: 20, state: 'DEAD', ok: 7, max: '35 %', room: 3 },
    { round: 3, nodes: 4, state: 'SPEC', ok: 2, max: '50 %', room: 2 },
    { round: 3, nodes: 4, state: 'VALID_PENDING', ok: 2, max: '50 %', room: 2 },
    { round: 4, nodes: 10, state: 'DEAD', ok: 7, max: '70 %', room: 2 },
  ])('round $round takes $ok of $nodes as $state, not one more', ({ round, nodes, state, ok, max, room }) => {
    const { tree, ids } = proposedIn(round, nodes);
    const reply = tree.commit(all(ids.slice(0, ok + 1), state));
    expect(reply.codes).toEqual(['TERMINAL_RATIO_EXCEEDED']);
    expectBreach(reply, 'TERMINAL_RATIO_EXCEEDED', 'BATCH', round, max, ok + 1, nodes, room);
    expect(tree.commit(all(ids.slice(0, ok), state)).ok).toBe(true);
    expect(tree.commit(all(ids.slice(ok, ok + 1), state)).codes).toEqual(['TERMINAL_RATIO_EXCEEDED']);
  });

  test('the room it asks for is just enough', () => {
    const { tree, ids } = proposedIn(2, 5);
    expectBreach(tree.commit(all(ids.slice(0, 2), 'DEAD')), 'TERMINAL_RATIO_EXCEEDED', 'BATCH', 'propose 1 more');
    accepted(tree.propose('R2.X', 'R1.P'));
    expect(tree.commit(all(ids.slice(0, 2), 'DEAD')).ok).toBe(true);
  });

  test('a round of two is not judged, one of three is', () => {
    const two = proposedIn(2, 2);
    expect(two.tree.commit(all(two.ids, 'DEAD')).ok).toBe(true);
    const three = proposedIn(2, 3);
    expect(three.tree.commit(all(three.ids, 'DEAD')).ok).toBe(false);
  });

  test('every round of a call is judged by itself', () => {
    const { tree, ids } = proposedIn(2, 3);
    accepted(tree.propose('R1.A R1.B R1.C', null));
    const reply = tree.commit({ ...all(ids, 'DEAD'), 'R1.A': 'DEAD', 'R1.B': 'DEAD', 'R1.C': 'DEAD' });
    expect(reply.codes).toEqual(['TERMINAL_RATIO_EXCEEDED', 'TERMINAL_RATIO_EXCEEDED']);
    const [low, high] = reply.violations;
    expect(`${low?.message} ${high?.message}`).toMatch(/Round 2 .* 3 of 3\. Round 1 .* 3 of 4\./);
  });

  test('a round in which the call concludes nothing is not judged', () => {
    const { tree, ids } = proposedIn(2, 2);
    accepted(tree.commit(all(ids, 'DEAD')));
    accepted(tree.propose('R2.X', 'R1.P'));
    expect(tree.commit({ 'R2.X': 'DRILL' }).ok).toBe(true);
  });

  test('reclassifying in bulk meets the same limit', () => {
    const { tree, ids } = proposedIn(2, 3);
    accepted(tree.commit(all(ids, 'DRILL')));
    const replies = ids.map((id) => tree.reclassify(id, 'DEAD').codes);
    expect(replies).toEqual([[], ['TERMINAL_RATIO_EXCEEDED'], ['TERMINAL_RATIO_EXCEEDED']]);
  });

  test('a node concluded already is not counted a second time', () => {
    const { tree, ids } = proposedIn(3, 4);
    accepted(tree.commit({ ...all(ids.slice(0, 2), 'DEAD'), ...all(ids.slice(2), 'VERIFY') }));
    accepted(tree.reclassify('R3.N0', 'VERIFY'));
    expect(tree.reclassify('R3.N0', 'VALID_PENDING').ok).toBe(true);
    expect(tree.reclassify('R3.N2', 'VALID_PENDING').codes).toEqual(['TERMINAL_RATIO_EXCEEDED']);
  });
});
