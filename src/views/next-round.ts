/** What the tree still needs: which round lacks how many nodes below whom. */
import { childrenLacking } from '../../machines/measures/tree-node.js';
import type { SessionState } from '../session/state.js';

export interface NextRoundInfo {
  round: number;
  nodesRequired: number;
  totalBatches: number;
  parentBreakdown: { parentId: string; state: string; childrenNeeded: number }[];
  /** All parents, where the breakdown does not show them all. */
  parentCount?: number;
}

const parentsMax = 10;

/** One below the shallowest node that is short of children; proposed children count as there. */
export function nextRoundInfo({ tree, info }: SessionState): NextRoundInfo {
  const { totals } = tree;
  const shallowest = [...totals.rounds]
    .filter(([, { lacking }]) => lacking > 0)
    .reduce((least, [round]) => Math.min(least, round), Infinity);
  if (shallowest === Infinity)
    return { round: totals.currentRound + 1, nodesRequired: 0, totalBatches: 0, parentBreakdown: [] };
  const { lacking, short } = totals.round(shallowest);
  const parentBreakdown: NextRoundInfo['parentBreakdown'] = [];
  for (const parentId of short) {
    if (parentBreakdown.length === parentsMax) break;
    const node = tree.at(parentId);
    const childrenNeeded = childrenLacking(info.protocol, node, 'proposed');
    parentBreakdown.push({ parentId, state: node.state, childrenNeeded });
  }
  return {
    round: shallowest + 1,
    nodesRequired: lacking,
    totalBatches: Math.ceil(lacking / info.protocol.proposalBatchMax),
    parentBreakdown,
    ...(short.size > parentsMax ? { parentCount: short.size } : {}),
  };
}

/** Nothing of the current round is uncommitted, and every node above it has its children. */
export function roundComplete({ tree: { totals } }: SessionState): boolean {
  const current = totals.currentRound;
  if (totals.round(current).uncommitted > 0 || totals.round(current).committed === 0) return false;
  return [...totals.rounds].every(([round, { lackingCommitted }]) => round >= current || lackingCommitted === 0);
}

/** Roots still to be proposed before round 2 opens. */
export function rootsMissing({ tree, info }: SessionState): number {
  const { proposed, committed } = tree.totals.roots;
  return Math.max(0, info.rootsMin - proposed - committed);
}
