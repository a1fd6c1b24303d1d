import type { Tree } from '../../machines/measures/tree.js';
import { treeOf, wideTree, type Sprout } from '../testing/tree-builder.js';
import { box, layoutOf, type Place } from './tree-layout.js';

const lopsided = treeOf([
  ['R1.A', null, 'DRILL'],
  ['R1.B', null, 'DRILL'],
  ['R2.A1', 'R1.A', 'DRILL'],
  ['R2.B1', 'R1.B', 'DRILL'],
  ['R2.B2', 'R1.B', 'DRILL'],
  ...Array.from({ length: 6 }, (_, index): Sprout => [`R3.a${index}`, 'R2.A1', 'DEAD']),
  ...Array.from({ length: 9 }, (_, index): Sprout => [`R3.b${index}`, 'R2.B2', index === 4 ? 'DRILL' : 'DEAD']),
  ['R4.b4a', 'R3.b4', 'DEAD'],
]);
const trees: [string, Tree][] = [
  ['a small tree', wideTree(12)],
  ['a wide tree', wideTree(400)],
  ['a deep tree', wideTree(60, 1)],
  ['a lopsided tree', lopsided],
];

const rows = (places: Iterable<Place>): Place[][] => {
  const byY = new Map<number, Place[]>();
  for (const place of places) byY.set(place.y, [...(byY.get(place.y) ?? []), place]);
  return [...byY.values()].map((row) => row.sort((a, b) => a.x - b.x));
};

describe.each(trees)('%s', (_name, tree) => {
  const layout = layoutOf(tree);

  test('has a place for every node, within the sheet', () => {
    expect(layout.places.size).toBe(tree.size);
    for (const { x, y } of layout.places.values()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + box.width).toBeLessThanOrEqual(layout.width);
      expect(y + box.height).toBeLessThanOrEqual(layout.height);
    }
  });

  test('has no two boxes that touch', () => {
    for (const row of rows(layout.places.values()))
      for (const [index, place] of row.entries())
        if (index > 0) expect(place.x - row[index - 1]!.x).toBeGreaterThanOrEqual(box.width + 16);
  });

  test('keeps every node inside the band of its round', () => {
    for (const { node, y } of layout.places.values()) {
      const band = layout.bands[node.depth - 1]!;
      expect(y).toBeGreaterThanOrEqual(band.y);
      expect(y + box.height).toBeLessThanOrEqual(band.y + band.height);
    }
    expect(layout.bands.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(tree.size);
  });

  test('sets parents over the span of their children', () => {
    for (const { node, x } of layout.places.values()) {
      const below = [...node.children].map((id) => layout.places.get(tree.at(id))!.x);
      if (below.length === 0) continue;
      expect(x).toBeGreaterThanOrEqual(Math.min(...below) - box.width);
      expect(x).toBeLessThanOrEqual(Math.max(...below));
    }
  });
});

test('a parent stands exactly over the middle of two children', () => {
  const tree = treeOf([
    ['R1.A', null, 'DRILL'],
    ['R2.A', 'R1.A', 'DEAD'],
    ['R2.B', 'R1.A', 'DEAD'],
  ]);
  const { places } = layoutOf(tree);
  const [parent, left, right] = ['R1.A', 'R2.A', 'R2.B'].map((id) => places.get(tree.at(id))!.x);
  expect(parent).toBe((left! + right!) / 2);
});

test('many sibling leaves are stacked in columns of equal height, roots never', () => {
  const leaves = [...layoutOf(lopsided).places.values()].filter(({ node }) => node.id.startsWith('R3.a'));
  expect(rows(leaves).map((row) => row.length)).toEqual([2, 2, 2]);
  const roots = layoutOf(treeOf(Array.from({ length: 20 }, (_, index): Sprout => [`R1.N${index}`, null, 'PROPOSED'])));
  expect(rows(roots.places.values())).toHaveLength(1);
});

test('an empty tree takes no room', () => {
  expect(layoutOf(treeOf([]))).toMatchObject({ bands: [], width: 0, height: 0 });
});
