import { expectBreach } from '../../src/testing/breaches.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import type { Tree } from '../measures/tree.js';
import type { TreeNode } from '../measures/tree-node.js';
import { nodeLimit } from './node-limit.rule.js';
import { judge } from './rule.js';

/** Only the size of the tree matters here, so five thousand nodes need not be grown. */
function proposing(count: number, { size, withdrawn = 0 }: { size: number; withdrawn?: number }) {
  const node = { parent: null, title: 't', plannedAction: 'p' };
  const nodes = Array.from({ length: count }, (_, index) => ({ ...node, id: `R1.N${index}` }));
  const withdraw = Array.from({ length: withdrawn }, (_, index) => `R1.W${index}`);
  const proposal = { state: 'PROPOSED', depth: 1, parent: null, confirms: null, counted: false } as TreeNode;
  const parentOf = () => undefined;
  const get = (id: string) => (id.startsWith('R1.W') ? proposal : undefined);
  const tree = { size, get, parentOf } as unknown as Tree;
  return judge([nodeLimit], { tree, rootsMin: 1, nodes, withdraw }, protocolNamed('multi-gate'));
}

describe('NODE_LIMIT', () => {
  test.each([
    { size: 4994, count: 5, ok: true },
    { size: 4995, count: 5, ok: true },
    { size: 4996, count: 5, ok: false },
    { size: 4999, count: 1, ok: true },
    { size: 5000, count: 1, ok: false },
    { size: 5000, count: 0, ok: true },
  ])('$count more than $size nodes: $ok', ({ size, count, ok }) => {
    const violations = proposing(count, { size });
    expect(violations).toHaveLength(ok ? 0 : 1);
    if (!ok) expectBreach({ violations }, 'NODE_LIMIT', 'BATCH', size + count, 5000);
  });

  test.each([
    { withdrawn: 1, ok: false },
    { withdrawn: 2, ok: true },
    { withdrawn: 3, ok: true },
  ])('2 more than 5000 nodes with $withdrawn withdrawn first: $ok', ({ withdrawn, ok }) => {
    expect(proposing(2, { size: 5000, withdrawn })).toHaveLength(ok ? 0 : 1);
  });
});
