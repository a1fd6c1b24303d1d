import fc from 'fast-check';
import { anyText } from '../testing/hostile-text.js';
import { treeOf, wideTree } from '../testing/tree-builder.js';
import { outlineOf } from './outline.js';

const tree = treeOf([
  ['R1.A', null, 'DRILL', 'Pool "starves"'],
  ['R2.A1', 'R1.A', 'VERIFY', 'Row lock'],
  ['R3.A1a', 'R2.A1', 'VALID_PENDING', 'Charge moved out'],
  ['R1.B', null, 'PROPOSED', 'Index missing'],
]);

test('says id, state, title and what is missing', () => {
  expect(outlineOf(tree).split('\n')).toEqual([
    'R1.A DRILL "Pool \\"starves\\"" (needs 2 children)',
    '  R2.A1 VERIFY "Row lock"',
    '    R3.A1a VALID_PENDING "Charge moved out" (unconfirmed, needs 1 confirmer)',
    'R1.B PROPOSED "Index missing"',
  ]);
});

test('leaves the deepest out first and says so', () => {
  expect(outlineOf(tree, { max: 3 }).split('\n')).toEqual([
    'R1.A DRILL "Pool \\"starves\\"" (needs 2 children, 1 child not shown)',
    'R1.B PROPOSED "Index missing"',
    '2 of 4 nodes not shown.',
  ]);
});

test.each([
  [0, 1],
  [1, 1],
  [199, 199],
  [200, 200],
  [201, 200],
])('of 200 nodes and a limit of %i it has %i lines', (max, lines) => {
  expect(outlineOf(wideTree(200), { max }).split('\n')).toHaveLength(lines);
});

test('says when there is nothing', () => {
  expect(outlineOf(treeOf([]))).toBe('No nodes yet.');
});

test('no title can pass for a line or a marker of its own', () => {
  fc.assert(
    fc.property(anyText, (title) => {
      const outline = outlineOf(treeOf([['R1.A', null, 'DEAD', title]]));
      expect(outline).toMatch(/^R1\.A DEAD "(?:[^"\\\n]|\\["\\])*"$/u);
    }),
  );
});
