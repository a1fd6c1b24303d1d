/** One node as the measures see it: what the journal says of it, and counters over its children. */
import { vocabularies, type NodeState } from '../schema/state.js';
import type { Protocol } from '../schema/protocol.js';

/** One claim of a node. Its number is its place in the node's list, from 1. */
export interface Claim {
  outcome: 'standing' | 'confirmed' | 'refuted' | 'withdrawn';
  /** Stays true when a withdrawn claim is refuted afterwards: its confirmers are counted in their round again. */
  wasWithdrawn: boolean;
  confirmers: number;
  committed: number;
  valid: number;
  dead: number;
}

export interface TreeNode {
  readonly id: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly title: string;
  /** The number of the parent's claim this node was proposed to confirm. */
  readonly confirms: number | null;
  readonly proposedAt: number;
  readonly proposedSeq: number;
  state: NodeState;
  committedAt: number | null;
  committedSeq: number | null;
  /** Records it moved in, the last ones: where its history is to be found. */
  seqs: number[];
  /** Record that holds the evidence in force. */
  evidenceSeq: number | null;
  evidence: { digest: string; chars: number } | null;
  agent: string | null;
  claims: Claim[];
  /** Whether the round's ratio counts this node. */
  counted: boolean;
  readonly children: Set<string>;
  childrenCommitted: number;
  childrenSettled: number;
  /** Solutions below with no broad DRILL between them and this node. */
  narrowBelow: number;
}

export const isCommitted = (node: TreeNode): boolean => node.state !== 'PROPOSED';

export function isTerminal(protocol: Protocol, state: NodeState): boolean {
  return (vocabularies[protocol.chart].terminal as readonly NodeState[]).includes(state);
}

export function isPending(protocol: Protocol, state: NodeState): boolean {
  return vocabularies[protocol.chart].claim?.pending === state;
}

/** Terminal or waiting for confirmation: what the ratio calls concluded. */
export const isConcluded = (protocol: Protocol, state: NodeState): boolean =>
  isTerminal(protocol, state) || isPending(protocol, state);

/** The claim in force: the last one, while it stands or is confirmed. */
export function liveClaim(node: TreeNode): Claim | undefined {
  const last = node.claims.at(-1);
  return last?.outcome === 'standing' || last?.outcome === 'confirmed' ? last : undefined;
}

export const standingClaim = (node: TreeNode): Claim | undefined => {
  const claim = liveClaim(node);
  return claim?.outcome === 'standing' ? claim : undefined;
};

/** Children still missing. A claim's quota counts its confirmers only, any other state's all children. */
export function childrenLacking(protocol: Protocol, node: TreeNode, count: 'proposed' | 'committed'): number {
  const needed = protocol.children[node.state] ?? 0;
  if (needed === 0) return 0;
  const claim = isPending(protocol, node.state) ? standingClaim(node) : undefined;
  const there =
    count === 'proposed' ? (claim?.confirmers ?? node.children.size) : (claim?.committed ?? node.childrenCommitted);
  return Math.max(0, needed - there);
}

export function isSettled(protocol: Protocol, node: TreeNode): boolean {
  if (!isCommitted(node)) return false;
  if (isTerminal(protocol, node.state)) return true;
  if (isPending(protocol, node.state)) return false;
  return (
    childrenLacking(protocol, node, 'committed') === 0 &&
    node.childrenCommitted === node.children.size &&
    node.childrenSettled === node.childrenCommitted
  );
}

/** A DRILL that has all the children it needs. */
export const isBroad = (protocol: Protocol, node: TreeNode): boolean =>
  node.state === 'DRILL' && childrenLacking(protocol, node, 'committed') === 0;

/** In a protocol with claims a solution is a confirmed claim, and a confirmer never is one. */
export function isSolution(protocol: Protocol, node: TreeNode): boolean {
  if (node.state !== 'VALID') return false;
  return vocabularies[protocol.chart].claim === undefined || (node.confirms === null && node.claims.length > 0);
}

/** Solutions of this subtree with no broad DRILL above them within it. */
export const narrowSolutions = (protocol: Protocol, node: TreeNode): number =>
  (isSolution(protocol, node) ? 1 : 0) + (isBroad(protocol, node) ? 0 : node.narrowBelow);
