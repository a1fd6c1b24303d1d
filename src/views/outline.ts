/** An investigation as indented text, for agents: short, in a fixed form, and never longer than asked. */
import type { Tree } from '../../machines/measures/tree.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import { notesOf } from './notes.js';
import { oneLine } from './text-fit.js';
import { walk } from './walk.js';

const titleColumnsMax = 80;

export interface OutlineOptions {
  /** Most lines, the one that counts what was left out included. */
  readonly max?: number;
}

export function outlineOf(tree: Tree, { max = Infinity }: OutlineOptions = {}): string {
  if (tree.size === 0) return 'No nodes yet.';
  const shown = tree.size <= max ? undefined : shallowest(tree, Math.max(0, max - 1));
  const lines: string[] = [];
  for (const { node } of walk(tree)) if (shown?.has(node) ?? true) lines.push(lineOf(tree, node, shown));
  if (shown) lines.push(`${tree.size - shown.size} of ${tree.size} nodes not shown.`);
  return lines.join('\n');
}

/** Level by level, so that a short outline shows the whole breadth, and no node without the nodes above it. */
function shallowest(tree: Tree, count: number): ReadonlySet<TreeNode> {
  const byDepth = [...tree.all()].sort((a, b) => a.depth - b.depth);
  return new Set(byDepth.slice(0, count));
}

function lineOf(tree: Tree, node: TreeNode, shown: ReadonlySet<TreeNode> | undefined): string {
  const title = JSON.stringify(oneLine(node.title, titleColumnsMax));
  const markers = [
    ...notesOf(tree.protocol, node).map(({ long }) => long),
    ...(shown ? hiddenBelow(tree, node, shown) : []),
  ];
  const tail = markers.length > 0 ? ` (${markers.join(', ')})` : '';
  return `${'  '.repeat(node.depth - 1)}${node.id} ${node.state} ${title}${tail}`;
}

function hiddenBelow(tree: Tree, { children }: TreeNode, shown: ReadonlySet<TreeNode>): string[] {
  let hidden = 0;
  for (const id of children) if (!shown.has(tree.at(id))) hidden += 1;
  if (hidden === 0) return [];
  return [`${hidden} ${hidden === 1 ? 'child' : 'children'} not shown`];
}
