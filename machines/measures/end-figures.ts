/** What the end gate looks at: plain figures of bounded size, so that they can travel in an event. */
import { qualityOf } from './quality.js';
import { sampled, type Sample } from './text.js';
import { confirms, isCommitted } from './tree-node.js';
import type { Tree } from './tree.js';

export interface EndFigures {
  readonly committed: number;
  readonly rounds: number;
  readonly roots: number;
  readonly rootsMin: number;
  readonly proposals: Sample;
  readonly short: Sample;
  readonly unsettled: Sample;
  readonly awaiting: Sample;
  /** Confirmers of those claims that were committed and have not decided: no other confirmer can stand in for them. */
  readonly undecided: Sample;
  readonly quality: number;
  readonly solutions: number;
  /** Solutions without a broad DRILL above them, and broad DRILLs in all. */
  readonly narrow: number;
  readonly broad: number;
}

export function endFigures(tree: Tree, rootsMin: number): EndFigures {
  const { totals } = tree;
  return {
    committed: totals.committed,
    rounds: totals.committed === 0 ? 0 : totals.currentRound,
    roots: totals.roots.committed,
    rootsMin,
    proposals: sampled(totals.proposals),
    short: sampled(totals.shortOfCommitted),
    unsettled: sampled(totals.unsettled),
    awaiting: sampled(totals.awaiting),
    undecided: sampled(undecidedConfirmers(tree)),
    quality: qualityOf(totals, tree.protocol).compositeScore,
    solutions: totals.solutions.size,
    narrow: totals.narrow,
    broad: totals.broad,
  };
}

/** Looked for below the claims a message can name: enough to act on, at a cost that does not grow with the tree. */
export function undecidedConfirmers(tree: Tree): string[] {
  return sampled(tree.totals.awaiting).ids.flatMap((id) => {
    const claimant = tree.at(id);
    return [...claimant.children].filter((child) => {
      const node = tree.at(child);
      return node.confirms === claimant.claims.length && isCommitted(node) && !confirms(tree.protocol, node);
    });
  });
}
