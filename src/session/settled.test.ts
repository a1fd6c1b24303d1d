import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { claimed, halfSolved, solved } from '../testing/sample-trees.js';

const unsettled = (tree: Investigation) => [...tree.totals.unsettled].sort();

describe('a node is settled', () => {
  test.each(['DEAD', 'SPEC'])('when it is %s, and then so is the chain above it', (state) => {
    const tree = investigation('multi-gate')
      .plant('R1.A', null, 'VERIFY')
      .plant('R2.A', 'R1.A', 'VERIFY')
      .plant('R3.A', 'R2.A', state);
    expect(unsettled(tree)).toEqual([]);
  });

  test('when it is VALID', () => {
    expect(unsettled(claimed().plant('R4.A', 'R3.A', 'VALID'))).toEqual(['R1.A']);
  });

  test('never as VALID_PENDING, and then neither is anything above it', () => {
    const tree = claimed();
    accepted(tree.propose('R4.A R4.B', 'R3.A'));
    accepted(tree.commit({ 'R4.A': 'VALID' }));
    expect(unsettled(tree)).toEqual(['R1.A', 'R2.A', 'R3.A']);
  });

  test('never as VALID_PENDING, although its confirmer is settled without an answer', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VERIFY').plant('R5.A', 'R4.A', 'SPEC');
    expect(unsettled(tree)).toEqual(['R1.A', 'R2.A', 'R3.A']);
  });

  test.each([
    { children: 2, settled: false },
    { children: 3, settled: true },
    { children: 4, settled: true },
  ])('as DRILL with $children settled children: $settled', ({ children, settled }) => {
    const tree = claimed();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    const ids = ['R4.A', 'R4.B', 'R4.C', 'R4.D'].slice(0, children);
    for (const id of ids) tree.plant(id, 'R3.A', 'VERIFY');
    for (const id of ids) tree.plant(`R5.${id.at(-1) ?? ''}`, id, 'DEAD');
    expect(tree.totals.unsettled.has('R3.A')).toBe(!settled);
  });

  test('only when all its children are committed, required or not', () => {
    const tree = solved();
    expect(unsettled(tree)).toEqual([]);
    accepted(tree.propose('R2.D', 'R1.A'));
    expect(unsettled(tree)).toEqual(['R1.A']);
    accepted(tree.withdraw('R2.D'));
    expect(unsettled(tree)).toEqual([]);
  });

  test('only when all its children are settled', () => {
    const tree = solved().plant('R2.D', 'R1.A', 'DRILL');
    expect(unsettled(tree)).toEqual(['R1.A', 'R2.D']);
  });
});

// To a user its bug is an investigation that ends over a branch reopened deep below.
describe('being settled spreads upward', () => {
  test('as far as nothing else is open', () => {
    expect(unsettled(halfSolved())).toEqual(['R1.A', 'R2.A', 'R3.A']);
    expect(unsettled(solved())).toEqual([]);
  });

  test('and so does losing it, when a node below is reopened', () => {
    const tree = solved();
    accepted(tree.reclassify('R3.B', 'DRILL'));
    expect(unsettled(tree)).toEqual(['R1.A', 'R2.B', 'R3.B']);
    accepted(tree.reclassify('R3.B', 'DEAD'));
    expect(unsettled(tree)).toEqual([]);
  });

  test('and when a confirmer below is reopened', () => {
    const tree = solved();
    accepted(tree.reclassify('R4.A', 'DRILL'));
    expect(unsettled(tree)).toEqual(['R1.A', 'R2.A', 'R3.A', 'R4.A']);
  });

  test('VERIFY becoming DRILL asks for more children, and is open until they are there', () => {
    const tree = solved();
    accepted(tree.reclassify('R2.B', 'DRILL'));
    expect(unsettled(tree)).toEqual(['R1.A', 'R2.B']);
    accepted(tree.reclassify('R2.B', 'VERIFY'));
    expect(unsettled(tree)).toEqual([]);
  });
});
