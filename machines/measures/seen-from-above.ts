/** What of a node its parent's counters depend on. */
import type { Protocol } from '../schema/protocol.js';
import { confirms, isCommitted, isSettled, narrowSolutions, type TreeNode } from './tree-node.js';

export interface SeenFromAbove {
  committed: number;
  settled: number;
  valid: number;
  dead: number;
  narrow: number;
}

export const seenFromAbove = (protocol: Protocol, node: TreeNode): SeenFromAbove => ({
  committed: Number(isCommitted(node)),
  settled: Number(isSettled(protocol, node)),
  valid: Number(confirms(protocol, node)),
  dead: Number(node.state === 'DEAD'),
  narrow: narrowSolutions(protocol, node),
});

export const differs = (a: SeenFromAbove, b: SeenFromAbove): boolean =>
  a.committed !== b.committed ||
  a.settled !== b.settled ||
  a.valid !== b.valid ||
  a.dead !== b.dead ||
  a.narrow !== b.narrow;
