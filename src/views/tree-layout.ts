/**
 * Where each node of a picture stands, in pixels. Rounds are bands from top to bottom; leaves keep their order from
 * left to right, parents stand over the middle of their children, and neighbouring subtrees move together until they
 * touch at some round. One visit a node, each costing at most the depth below it, which the protocol bounds.
 */
import type { Tree } from '../../machines/measures/tree.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import { childrenOf, rootsOf } from './walk.js';

export const box = { width: 188, height: 70 } as const;

/** Room for the line that runs beside stacked leaves. */
export const stackIndent = 20;

export const roundGap = 60;
const gap = { sibling: 18, cousin: 36, row: 16 } as const;

/** Up to this many leaves the tree is drawn with one leaf a column; beyond it sibling leaves are stacked. */
const leavesUnstackedMax = 12;
const stackMax = 4;

export interface Place {
  readonly node: TreeNode;
  /** Left and top of the box. */
  readonly x: number;
  readonly y: number;
  /** Stacked with other leaves: the edge comes from the side. */
  readonly isStacked: boolean;
}

export interface Band {
  readonly round: number;
  readonly nodes: number;
  readonly y: number;
  readonly height: number;
}

export interface Layout {
  readonly places: ReadonlyMap<TreeNode, Place>;
  readonly bands: readonly Band[];
  readonly width: number;
  readonly height: number;
}

/** A subtree, or a column of leaves, drawn on its own sheet; `left` and `right` are its outline, own round first. */
interface Block {
  readonly nodes: readonly TreeNode[];
  readonly x: number;
  readonly middle: number;
  readonly parts: readonly Part[];
  readonly left: readonly number[];
  readonly right: readonly number[];
}

interface Part {
  readonly block: Block;
  readonly shift: number;
}

export function layoutOf(tree: Tree): Layout {
  let leaves = 0;
  for (const node of tree.all()) if (isLeaf(node)) leaves += 1;
  const perColumn = leaves <= leavesUnstackedMax ? 1 : stackMax;
  // Roots stand side by side even where leaves are stacked: there is nothing above to hang them from.
  const forest = beside(
    rootsOf(tree).map((root) => blockOf(tree, root, perColumn)),
    gap.cousin,
  );
  const start = Math.min(0, ...forest.left);
  const bands = bandsOf(forest.parts);
  const places = new Map<TreeNode, Place>();
  for (const part of forest.parts) put(part, -start, bands, places);
  const last = bands.at(-1);
  return {
    places,
    bands,
    width: Math.ceil(Math.max(0, ...forest.right) - start),
    height: last ? last.y + last.height : 0,
  };
}

const isLeaf = (node: TreeNode): boolean => node.children.size === 0;

function blockOf(tree: Tree, node: TreeNode, perColumn: number): Block {
  if (isLeaf(node)) return columnOf([node]);
  const blocks = runs(childrenOf(tree, node)).flatMap((run) =>
    perColumn > 1 && run.every(isLeaf)
      ? columnsOf(run, perColumn)
      : run.map((child) => blockOf(tree, child, perColumn)),
  );
  const { parts, left, right } = beside(blocks, gap.sibling);
  const [first, last] = [parts[0], parts.at(-1)].map((part) => (part ? part.shift + part.block.middle : 0));
  const middle = ((first ?? 0) + (last ?? 0)) / 2;
  const x = middle - box.width / 2;
  return { nodes: [node], x, middle, parts, left: [x, ...left], right: [x + box.width, ...right] };
}

/** Neighbouring leaves together, every other node alone. */
function runs(siblings: readonly TreeNode[]): TreeNode[][] {
  const found: TreeNode[][] = [];
  for (const node of siblings) {
    const open = found.at(-1);
    if (open?.every(isLeaf) === true && isLeaf(node)) open.push(node);
    else found.push([node]);
  }
  return found;
}

/** Columns of equal height look calmer than full ones and a remainder. */
function columnsOf(run: readonly TreeNode[], perColumn: number): Block[] {
  const columns = Math.ceil(run.length / perColumn);
  const size = Math.ceil(run.length / columns);
  return Array.from({ length: columns }, (_, index) => columnOf(run.slice(index * size, (index + 1) * size)));
}

function columnOf(nodes: readonly TreeNode[]): Block {
  const x = nodes.length > 1 ? stackIndent : 0;
  const width = x + box.width;
  return { nodes, x, middle: width / 2, parts: [], left: [0], right: [width] };
}

/** Sets blocks side by side, each as far left as the outline of those before it allows. */
function beside(blocks: readonly Block[], siblingGap: number): Pick<Block, 'parts' | 'left' | 'right'> {
  const left: number[] = [];
  const right: number[] = [];
  const parts = blocks.map((block) => {
    let shift = right.length === 0 ? 0 : -Infinity;
    for (const [round, edge] of block.left.entries()) {
      const taken = right[round];
      if (taken === undefined) break;
      shift = Math.max(shift, taken - edge + (round === 0 ? siblingGap : gap.cousin));
    }
    for (const [round, edge] of block.left.entries()) left[round] ??= edge + shift;
    for (const [round, edge] of block.right.entries()) right[round] = edge + shift;
    return { block, shift };
  });
  return { parts, left, right };
}

/** A round is as high as its highest stack. */
function bandsOf(roots: readonly Part[]): Band[] {
  const bands: Band[] = [];
  let y = 0;
  for (let level = roots; level.length > 0; level = level.flatMap(({ block }) => block.parts)) {
    let nodes = 0;
    let rows = 1;
    for (const { block } of level) {
      nodes += block.nodes.length;
      rows = Math.max(rows, block.nodes.length);
    }
    const height = rows * box.height + (rows - 1) * gap.row;
    bands.push({ round: bands.length + 1, nodes, y, height });
    y += height + roundGap;
  }
  return bands;
}

/** Recursion is bounded by the protocol's depth. */
function put({ block, shift }: Part, origin: number, bands: readonly Band[], places: Map<TreeNode, Place>): void {
  const at = origin + shift;
  for (const [row, node] of block.nodes.entries()) {
    const y = (bands[node.depth - 1]?.y ?? 0) + row * (box.height + gap.row);
    places.set(node, { node, x: Math.round(at + block.x), y, isStacked: block.nodes.length > 1 });
  }
  for (const part of block.parts) put(part, at, bands, places);
}
