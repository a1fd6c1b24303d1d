/** Refuses a round in which too many nodes are concluded. */
import { percent } from '../measures/text.js';
import { isConcluded, standingClaim, type TreeNode } from '../measures/tree-node.js';
import type { Tree } from '../measures/tree.js';
import type { Protocol } from '../schema/protocol.js';
import { enterRule, sound, type Entry } from './rule.js';

export interface RoundFigures {
  readonly round: number;
  readonly counted: number;
  readonly concluded: number;
  readonly dead: number;
}

interface Limit {
  readonly max: number;
  readonly concluded: number;
  readonly what: string;
}

/** In round 1 DEAD nodes have a limit of their own and are left out of the general one. */
function limitsOf({ round, concluded, dead }: RoundFigures, protocol: Protocol): Limit[] {
  const max = protocol.concludedMaxByRound[round - 1];
  if (max === undefined) return [];
  if (round > 1 || protocol.deadMaxInRound1 === null) return [{ max, concluded, what: 'concluded nodes' }];
  return [
    { max, concluded: concluded - dead, what: 'concluded nodes other than DEAD' },
    { max: protocol.deadMaxInRound1, concluded: dead, what: 'DEAD nodes' },
  ];
}

const brokenLimits = (figures: RoundFigures, protocol: Protocol): Limit[] =>
  figures.counted < protocol.ratioNodesMin
    ? []
    : limitsOf(figures, protocol).filter(({ max, concluded }) => concluded / figures.counted > max);

export const ratioExceeded = (figures: RoundFigures, protocol: Protocol): boolean =>
  brokenLimits(figures, protocol).length > 0;

/** Each round the entries conclude a counted node in, as it would be after the call, claims it refutes included. */
export function roundsConcluded(tree: Tree, entries: readonly Entry[], protocol: Protocol): RoundFigures[] {
  const batch = sound(entries);
  const concluding = batch.filter(
    ({ node, to }) => node.counted && isConcluded(protocol, to) && !isConcluded(protocol, node.state),
  );
  const refuted = new Set(batch.flatMap(({ node, to }) => (to === 'DEAD' ? claimTested(tree, node) : [])));
  return [...new Set(concluding.map(({ node }) => node.depth))].map((round) => {
    const now = tree.totals.round(round);
    const gain = concluding.filter(({ node }) => node.depth === round);
    const loss = [...refuted].filter((node) => node.depth === round && node.counted);
    return {
      round,
      counted: now.counted,
      concluded: now.concluded + gain.length - loss.length,
      dead: now.dead + gain.filter(({ to }) => to === 'DEAD').length,
    };
  });
}

/** The node whose standing claim this one was proposed to confirm. */
function claimTested(tree: Tree, node: TreeNode): TreeNode[] {
  const claimant = tree.parentOf(node);
  if (!claimant || node.confirms === null || node.confirms !== claimant.claims.length) return [];
  return standingClaim(claimant) ? [claimant] : [];
}

export const terminalRatio = enterRule({
  code: 'TERMINAL_RATIO_EXCEEDED',
  why: 'Concluding most of a round at once is the cheapest way to look finished.',
  check({ tree, entries }, protocol) {
    return roundsConcluded(tree, entries, protocol).flatMap((figures) =>
      brokenLimits(figures, protocol).map(({ max, concluded, what }) => ({
        subject: 'BATCH',
        message: `Round ${figures.round} allows ${percent(max)} ${what}; this makes ${concluded} of ${figures.counted}.`,
        fix: fixFor(figures, max, concluded),
      })),
    );
  },
});

function fixFor({ round, counted }: RoundFigures, max: number, concluded: number): string {
  const keep = 'keep the least certain open (DRILL or VERIFY) and give them children';
  if (max === 0) return `${(keep[0] ?? '').toUpperCase()}${keep.slice(1)}.`;
  const more = Math.ceil(concluded / max - 1e-9) - counted;
  return `First propose ${more} more in round ${round} to make room, or ${keep}.`;
}
