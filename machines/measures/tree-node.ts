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

/** The state claims are made in. */
export const isClaim = (protocol: Protocol, state: NodeState): boolean =>
  vocabularies[protocol.chart].claim?.pending === state;

/** A claim that waits for its confirmers. */
export const isPending = (protocol: Protocol, node: TreeNode): boolean =>
  isClaim(protocol, node.state) && liveClaim(node)?.outcome !== 'confirmed';

/** A confirmed claim that stays where it waited. */
export const isVerified = (protocol: Protocol, node: TreeNode): boolean =>
  isClaim(protocol, node.state) && liveClaim(node)?.outcome === 'confirmed';

const takesMore = ({ chart }: Protocol): boolean => vocabularies[chart].claim?.takesMore === true;

/** Whether a child proposed now is to confirm the node's claim, which stands until it falls. */
export const takesConfirmers = (protocol: Protocol, node: TreeNode): boolean =>
  isPending(protocol, node) || (takesMore(protocol) && isVerified(protocol, node));

/** Terminal or claimed: what the ratio calls concluded. */
export const isConcluded = (protocol: Protocol, state: NodeState): boolean =>
  isTerminal(protocol, state) || isClaim(protocol, state);

/** What a claim's confirmer says by being so: that it holds. */
export const confirms = (protocol: Protocol, node: TreeNode): boolean =>
  vocabularies[protocol.chart].claim?.confirming === node.state || isVerified(protocol, node);

/** The claim in force: the last one, while it stands or is confirmed. */
export function liveClaim(node: TreeNode): Claim | undefined {
  const last = node.claims.at(-1);
  return last?.outcome === 'standing' || last?.outcome === 'confirmed' ? last : undefined;
}

export const standingClaim = (node: TreeNode): Claim | undefined => {
  const claim = liveClaim(node);
  return claim?.outcome === 'standing' ? claim : undefined;
};

/**
 * Children still missing. A claim's quota counts its confirmers only, any other state's all children; a claim that is
 * verified lacks none, however few they were.
 */
export function childrenLacking(protocol: Protocol, node: TreeNode, count: 'proposed' | 'committed'): number {
  const needed = protocol.children[node.state] ?? 0;
  if (needed === 0 || (takesMore(protocol) && isVerified(protocol, node))) return 0;
  const claim = isClaim(protocol, node.state) ? liveClaim(node) : undefined;
  const there =
    count === 'proposed' ? (claim?.confirmers ?? node.children.size) : (claim?.committed ?? node.childrenCommitted);
  return Math.max(0, needed - there);
}

export function isSettled(protocol: Protocol, node: TreeNode): boolean {
  if (!isCommitted(node)) return false;
  if (isTerminal(protocol, node.state) || isVerified(protocol, node)) return true;
  if (isPending(protocol, node)) return false;
  return (
    childrenLacking(protocol, node, 'committed') === 0 &&
    node.childrenCommitted === node.children.size &&
    node.childrenSettled === node.childrenCommitted
  );
}

/** A node looked into widely, with all the children that needs. */
export const isBroad = (protocol: Protocol, node: TreeNode): boolean =>
  node.state === vocabularies[protocol.chart].open[0] && childrenLacking(protocol, node, 'committed') === 0;

/** In a protocol with claims a solution is a confirmed claim, and a confirmer never is one. */
export function isSolution(protocol: Protocol, node: TreeNode): boolean {
  const { claim } = vocabularies[protocol.chart];
  if (!claim) return node.state === 'VALID';
  const isHeld = claim.confirmed === claim.pending ? isVerified(protocol, node) : node.state === claim.confirmed;
  return isHeld && node.confirms === null && node.claims.length > 0;
}

/** VALID, or what stands for it in the chart's own terms. */
export const holds = (protocol: Protocol, node: TreeNode): boolean =>
  vocabularies[protocol.chart].claim === undefined ? node.state === 'VALID' : confirms(protocol, node);

/** Solutions of this subtree with no broad DRILL above them within it. */
export const narrowSolutions = (protocol: Protocol, node: TreeNode): number =>
  (isSolution(protocol, node) ? 1 : 0) + (isBroad(protocol, node) ? 0 : node.narrowBelow);
