import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { claimed } from '../testing/sample-trees.js';

const lacking = (tree: Investigation, round: number) => {
  const { lacking: children, lackingCommitted, short } = tree.totals.round(round);
  return { children, lackingCommitted, short: [...short].sort() };
};

describe('the children a round still needs', () => {
  test('sum what each open node lacks', () => {
    const tree = investigation('multi-gate').plant('R1.A R1.B R1.C', null, 'DRILL VERIFY DEAD');
    expect(lacking(tree, 1)).toEqual({ children: 4, lackingCommitted: 4, short: ['R1.A', 'R1.B'] });
    expect(tree.totals.lacking).toBe(4);
  });

  test('count proposed children as there, though not at the end', () => {
    const tree = investigation('multi-gate').plant('R1.A R1.B', null, 'DRILL VERIFY');
    accepted(tree.propose('R2.A R2.B', 'R1.A'));
    accepted(tree.propose('R2.C', 'R1.B'));
    expect(lacking(tree, 1)).toEqual({ children: 1, lackingCommitted: 4, short: ['R1.A'] });
    accepted(tree.withdraw('R2.C'));
    expect(lacking(tree, 1)).toEqual({ children: 2, lackingCommitted: 4, short: ['R1.A', 'R1.B'] });
  });

  test('are those of each round, and all of them together', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL').plant('R2.A R2.B', 'R1.A', 'DRILL VERIFY');
    expect([1, 2].map((round) => lacking(tree, round).children)).toEqual([1, 4]);
    expect(tree.totals.lacking).toBe(5);
  });

  test('are never fewer than none, however many children there are', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'VERIFY').plant('R2.A R2.B', 'R1.A', 'DEAD');
    expect(lacking(tree, 1)).toEqual({ children: 0, lackingCommitted: 0, short: [] });
  });

  test('of a claim are its confirmers only', () => {
    const tree = claimed();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    tree.plant('R4.A R4.B', 'R3.A', 'DEAD');
    expect(lacking(tree, 3).children).toBe(1);
    accepted(tree.reclassify('R3.A', 'VERIFY'));
    expect(lacking(tree, 3).children).toBe(0);
    accepted(tree.reclassify('R3.A', 'VALID_PENDING'));
    expect(lacking(tree, 3).children).toBe(1);
    accepted(tree.propose('R4.C', 'R3.A'));
    expect(lacking(tree, 3)).toEqual({ children: 0, lackingCommitted: 1, short: [] });
  });

  test('of a fallen claim count every child, its confirmers too', () => {
    const tree = claimed();
    accepted(tree.propose('R4.A R4.B R4.C', 'R3.A'));
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(lacking(tree, 3)).toEqual({ children: 0, lackingCommitted: 2, short: [] });
  });

  test('classic asks for 2 below DRILL and 1 below VERIFY', () => {
    const tree = investigation('classic').plant('R1.A R1.B R1.C', null, 'DRILL VERIFY VALID');
    expect(lacking(tree, 1).children).toBe(3);
  });
});

describe('the current round', () => {
  test('is 1 at the start, then the deepest with a committed node', () => {
    const tree = investigation('multi-gate');
    expect(tree.totals.currentRound).toBe(1);
    tree.plant('R1.A', null, 'DRILL');
    accepted(tree.propose('R2.A', 'R1.A'));
    expect(tree.totals.currentRound).toBe(1);
    accepted(tree.commit({ 'R2.A': 'DRILL' }));
    expect(tree.totals.currentRound).toBe(2);
    tree.plant('R1.B', null, 'DRILL');
    expect(tree.totals.currentRound).toBe(2);
  });

  test('counts its accepted commits, the one that opened it first', () => {
    const tree = investigation('multi-gate');
    const batches = [tree.tree.currentBatch];
    tree.plant('R1.A', null, 'DRILL');
    batches.push(tree.tree.currentBatch);
    tree.plant('R1.B', null, 'DRILL');
    batches.push(tree.tree.currentBatch);
    expect(tree.commit({ 'R1.X': 'DRILL' }).ok).toBe(false);
    batches.push(tree.tree.currentBatch);
    tree.plant('R2.A', 'R1.A', 'DRILL');
    batches.push(tree.tree.currentBatch);
    tree.plant('R2.B', 'R1.A', 'DRILL');
    batches.push(tree.tree.currentBatch);
    expect(batches).toEqual([0, 1, 2, 2, 1, 2]);
  });
});

describe('roots', () => {
  test('may come over several batches, and laterally at any later time', () => {
    const tree = investigation('multi-gate', { minRoots: 5 });
    accepted(tree.propose('R1.A R1.B', null));
    accepted(tree.commit({ 'R1.A': 'DRILL' }));
    accepted(tree.propose('R1.C R1.D R1.E', null));
    tree.plant('R2.A', 'R1.A', 'DRILL').plant('R3.A', 'R2.A', 'DRILL');
    tree.plant('R1.F', null, 'VERIFY').plant('R2.F', 'R1.F', 'DRILL');
    expect(tree.totals.roots).toEqual({ proposed: 4, committed: 2 });
    expect(tree.totals.currentRound).toBe(3);
  });

  test('lateral ones join the ratio of round 1 and make room there', () => {
    const tree = investigation('multi-gate').plant('R1.A R1.B R1.C R1.D', null, 'DEAD DEAD DRILL DRILL');
    accepted(tree.propose('R2.A', 'R1.C'));
    expect(tree.reclassify('R1.D', 'DEAD').codes).toEqual(['TERMINAL_RATIO_EXCEEDED']);
    accepted(tree.propose('R1.E R1.F', null));
    expect(tree.reclassify('R1.D', 'DEAD').ok).toBe(true);
  });
});
