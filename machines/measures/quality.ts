/** The quality of a tree, from its totals. Easy to game alone, so it is one blocker of the end among others. */
import type { Protocol } from '../schema/protocol.js';
import type { Totals } from './totals.js';

export interface Quality {
  maxDepth: number;
  avgDepth: number;
  avgBranchingFactor: number;
  terminalRatio: number;
  /** VALID for each DEAD; without a DEAD, the number of VALID. */
  validToDeadRatio: number;
  depthScore: number;
  breadthScore: number;
  balanceScore: number;
  explorationScore: number;
  compositeScore: number;
}

const round6 = (value: number): number => Math.round(value * 1e6) / 1e6;
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

export function qualityOf(totals: Totals, { quality }: Protocol): Quality {
  const nodes = totals.committed;
  const { terminal } = totals;
  const dead = totals.of('DEAD');
  const valid = totals.held;
  const maxDepth = nodes === 0 ? 0 : totals.currentRound;
  const branching = ratio(totals.edges, totals.parents);
  const depth = Math.min(maxDepth / quality.depthGoal, 1);
  const breadth = Math.min(branching / quality.branchingGoal, 1);
  const balance = ratio(dead, dead + valid);
  const exploration = ratio(nodes - terminal, nodes);
  const { weights } = quality;
  const composite =
    weights.depth * depth +
    weights.breadth * breadth +
    weights.balance * balance +
    weights.exploration * (nodes === 0 ? 0 : 1 - exploration);
  return {
    maxDepth,
    avgDepth: round6(ratio(totals.terminalDepths, terminal)),
    avgBranchingFactor: round6(branching),
    terminalRatio: round6(ratio(terminal, nodes)),
    validToDeadRatio: round6(valid / Math.max(dead, 1)),
    depthScore: round6(depth),
    breadthScore: round6(breadth),
    balanceScore: round6(balance),
    explorationScore: round6(exploration),
    compositeScore: round6(composite),
  };
}
