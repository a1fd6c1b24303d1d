/** The order all pictures share: a node, then its children as they were proposed. */
import type { Tree } from '../../machines/measures/tree.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';

export interface Step {
  readonly node: TreeNode;
  /** Whether the node, and before it each of its ancestors from the root, is the last of its siblings. */
  readonly last: readonly boolean[];
}

export function rootsOf(tree: Tree): TreeNode[] {
  return [...tree.all()].filter(({ parent }) => parent === null);
}

export const childrenOf = (tree: Tree, node: TreeNode): TreeNode[] => [...node.children].map((id) => tree.at(id));

/** Keeps its own stack, so that no depth a protocol allows can exhaust the caller's. */
export function* walk(tree: Tree): Generator<Step> {
  const steps = (nodes: readonly TreeNode[], above: readonly boolean[]): Step[] =>
    nodes.map((node, index) => ({ node, last: [...above, index === nodes.length - 1] })).reverse();
  const waiting = steps(rootsOf(tree), []);
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    yield step;
    waiting.push(...steps(childrenOf(tree, step.node), step.last));
  }
}
