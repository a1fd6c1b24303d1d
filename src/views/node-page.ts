/** Nodes one by one: a line each for a page of them, or everything known of one. */
import { childrenLacking, type TreeNode } from '../../machines/measures/tree-node.js';
import { edgesFrom } from '../../machines/charts.js';
import type { SessionState } from '../session/state.js';

export interface NodeLine {
  nodeId: string;
  parent: string | null;
  state: string;
  title: string;
  childrenNeeded?: number;
  confirms?: string;
}

export interface NodePage {
  nodes: NodeLine[];
  pendingIds: string[];
  awaitingIds: string[];
  nextCursor?: string;
}

const pageSize = 60;
const idsMax = 50;

const lineOf = ({ info }: SessionState, node: TreeNode): NodeLine => {
  const childrenNeeded = childrenLacking(info.protocol, node, 'proposed');
  return {
    nodeId: node.id,
    parent: node.parent,
    state: node.state,
    title: node.title.length > 100 ? `${node.title.slice(0, 99)}…` : node.title,
    ...(childrenNeeded > 0 ? { childrenNeeded } : {}),
    ...(node.confirms === null ? {} : { confirms: `${node.parent ?? ''}#${node.confirms}` }),
  };
};

/** A cursor is how many nodes were shown before, in the order they were proposed. */
export function nodePage(state: SessionState, cursor: string | undefined): NodePage {
  const start = Number(/^\d{1,6}$/.exec(cursor ?? '')?.[0] ?? 0);
  const nodes: NodeLine[] = [];
  let index = 0;
  for (const node of state.tree.all()) {
    if (index++ < start) continue;
    if (nodes.length === pageSize) break;
    nodes.push(lineOf(state, node));
  }
  const shown = start + nodes.length;
  return {
    nodes,
    pendingIds: [...state.tree.totals.proposals].slice(0, idsMax),
    awaitingIds: [...state.tree.totals.awaiting].slice(0, idsMax),
    ...(shown < state.tree.size ? { nextCursor: String(shown) } : {}),
  };
}

/** What the tree knows of a node; its texts stand in the journal, at the sequence numbers given. */
export interface NodeSummary extends NodeLine {
  depth: number;
  children: string[];
  childCount: number;
  claims: { number: number; outcome: string; confirmers: number }[];
  agentId: string | null;
  proposedAt: number;
  committedAt: number | null;
  proposedSeq: number;
  committedSeq: number | null;
  evidenceSeq: number | null;
  seqs: number[];
  edges: string[];
}

export function nodeSummary(state: SessionState, id: string): NodeSummary | undefined {
  const node = state.tree.get(id);
  if (!node) return undefined;
  return {
    ...lineOf(state, node),
    title: node.title,
    depth: node.depth,
    children: [...node.children].slice(0, idsMax),
    childCount: node.children.size,
    claims: node.claims.map(({ outcome, confirmers }, index) => ({ number: index + 1, outcome, confirmers })),
    agentId: node.agent,
    proposedAt: node.proposedAt,
    committedAt: node.committedAt,
    proposedSeq: node.proposedSeq,
    committedSeq: node.committedSeq,
    evidenceSeq: node.evidenceSeq,
    seqs: node.seqs,
    edges: edgesFrom(state.charts, node.state),
  };
}
