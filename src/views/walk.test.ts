import { treeOf } from '../testing/tree-builder.js';
import { walk } from './walk.js';

test('children follow their parent in the order they were proposed, however the batches were mixed', () => {
  const tree = treeOf([
    ['R1.B', null, 'DRILL'],
    ['R1.A', null, 'DRILL'],
    ['R2.A1', 'R1.A', 'DEAD'],
    ['R2.B1', 'R1.B', 'DEAD'],
    ['R2.B0', 'R1.B', 'DRILL'],
    ['R3.B0a', 'R2.B0', 'DEAD'],
  ]);
  expect([...walk(tree)].map(({ node, last }) => [node.id, last])).toEqual([
    ['R1.B', [false]],
    ['R2.B1', [false, false]],
    ['R2.B0', [false, true]],
    ['R3.B0a', [false, true, true]],
    ['R1.A', [true]],
    ['R2.A1', [true, true]],
  ]);
});
