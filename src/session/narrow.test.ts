import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { solved } from '../testing/sample-trees.js';

/** A solution at the end of single children: nothing was compared with anything. */
function chain(): Investigation {
  return investigation('multi-gate')
    .plant('R1.A', null, 'VERIFY')
    .plant('R2.A', 'R1.A', 'VERIFY')
    .plant('R3.A', 'R2.A', 'VALID_PENDING')
    .plant('R4.A', 'R3.A', 'VALID');
}

const isNarrow = (tree: Investigation) => tree.end().codes.includes('TOO_NARROW');

// To a user its bug is a lucky guess, drilled straight down, reported as solved.
describe('a solution is too narrow', () => {
  test('at the end of a chain of VERIFY nodes', () => {
    const tree = chain();
    expect([...tree.totals.solutions]).toEqual(['R3.A']);
    expect(isNarrow(tree)).toBe(true);
  });

  test('although there is a broad DRILL beside it', () => {
    const tree = chain().plant('R1.B', null, 'DRILL').plant('R2.B R2.C R2.D', 'R1.B', 'DEAD VERIFY VERIFY');
    expect(tree.totals.broad).toBe(1);
    expect(isNarrow(tree)).toBe(true);
  });

  test('although there is a broad DRILL below it', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'VERIFY').plant('R2.A', 'R1.A', 'VERIFY');
    tree.plant('R3.A', 'R2.A', 'DRILL').plant('R4.A R4.B R4.C', 'R3.A', 'DEAD DEAD DRILL');
    tree.plant('R5.A R5.B R5.C', 'R4.C', 'DEAD');
    accepted(tree.reclassify('R3.A', 'VERIFY'));
    accepted(tree.reclassify('R3.A', 'VALID_PENDING'));
    tree.plant('R4.D', 'R3.A', 'VALID');
    expect([...tree.totals.solutions]).toEqual(['R3.A']);
    expect(tree.totals.broad).toBe(1);
    expect(isNarrow(tree)).toBe(true);
  });

  test.each([
    { children: 'R2.B', narrow: true },
    { children: 'R2.B R2.C', narrow: false },
    { children: 'R2.B R2.C R2.D', narrow: false },
  ])('until a node above it is DRILL and also has $children: $narrow', ({ children, narrow }) => {
    const tree = chain();
    accepted(tree.reclassify('R1.A', 'DRILL'));
    tree.plant(children, 'R1.A', 'VERIFY');
    expect(isNarrow(tree)).toBe(narrow);
  });

  test('while the third child is only proposed', () => {
    const tree = chain();
    accepted(tree.reclassify('R1.A', 'DRILL'));
    tree.plant('R2.B', 'R1.A', 'VERIFY');
    accepted(tree.propose('R2.C', 'R1.A'));
    expect(isNarrow(tree)).toBe(true);
  });

  test('again, when the broad node above it stops being DRILL', () => {
    const tree = solved();
    expect(isNarrow(tree)).toBe(false);
    const reopened = solved();
    accepted(reopened.reclassify('R1.A', 'VERIFY'));
    expect(isNarrow(reopened)).toBe(true);
  });

  test('one at a time: a second, narrow solution blocks although the first is fine', () => {
    const tree = solved().plant('R1.Z', null, 'VERIFY').plant('R2.Z', 'R1.Z', 'VERIFY');
    tree
      .plant('R3.W R3.X R3.Y', 'R2.B', 'VERIFY')
      .plant('R3.Z', 'R2.Z', 'VALID_PENDING')
      .plant('R4.Z', 'R3.Z', 'VALID');
    expect([...tree.totals.solutions].sort()).toEqual(['R3.A', 'R3.Z']);
    expect(tree.totals.narrow).toBe(1);
    expect(isNarrow(tree)).toBe(true);
  });
});

describe('without a solution', () => {
  test('one broad DRILL anywhere is enough', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expect(isNarrow(tree)).toBe(true);
    tree.plant('R2.A R2.B R2.C', 'R1.A', 'DEAD VERIFY VERIFY');
    expect(isNarrow(tree)).toBe(false);
  });
});
