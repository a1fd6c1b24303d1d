/** Refuses to take back what others count on. */
import { plural } from '../measures/text.js';
import { standingClaim, type TreeNode } from '../measures/tree-node.js';
import type { Tree } from '../measures/tree.js';
import type { Protocol } from '../schema/protocol.js';
import { vocabularies, type NodeState } from '../schema/state.js';
import { proposeRule, type Breach } from './rule.js';
import { ratioExceeded, type RoundFigures } from './terminal-ratio.rule.js';

/** Whether the node was proposed to confirm a claim that still stands. */
function confirmsStandingClaim(tree: Tree, node: TreeNode): boolean {
  const above = tree.parentOf(node);
  return node.confirms !== null && !!above && node.confirms === above.claims.length && !!standingClaim(above);
}

/** Proposals that this call really takes back: a withdrawal that is refused is not made. */
export function withdrawn(tree: Tree, withdraw: readonly string[], protocol: Protocol): ReadonlySet<string> {
  const broken = new Set(roundsBroken(tree, withdraw, protocol).map(({ round }) => round));
  return new Set(
    withdraw.filter((id) => {
      const node = tree.get(id);
      return node?.state === 'PROPOSED' && !confirmsStandingClaim(tree, node) && !broken.has(node.depth);
    }),
  );
}

export const notWithdrawable = proposeRule({
  code: 'NOT_WITHDRAWABLE',
  why: 'Taking back proposals must not undo a commitment or hide how much of a round was concluded.',
  check({ tree, withdraw }, protocol) {
    const single = withdraw.flatMap((id) => breachOf(tree, id, vocabularies[protocol.chart].open[0]));
    return [...single, ...brokenRatios(tree, withdraw, protocol)];
  },
});

function breachOf(tree: Tree, id: string, open: NodeState): Breach[] {
  const node = tree.get(id);
  if (node?.state !== 'PROPOSED') {
    const message = node ? `${id} is committed as ${node.state}.` : `There is no proposal ${id}.`;
    return [{ subject: id, message, fix: 'Withdraw only proposals that are not committed.' }];
  }
  if (!confirmsStandingClaim(tree, node)) return [];
  return [
    {
      subject: id,
      message: `${id} confirms the standing claim of ${node.parent}.`,
      fix: `Commit ${id}, or withdraw the claim: tot_reclassify ${node.parent} to ${open}.`,
    },
  ];
}

function brokenRatios(tree: Tree, withdraw: readonly string[], protocol: Protocol): Breach[] {
  return roundsBroken(tree, withdraw, protocol).map(({ round, concluded, counted, leaving }) => ({
    subject: 'BATCH',
    message: `Round ${round} has ${concluded} concluded of ${plural(counted, 'node')}; ${leaving} fewer would break its ratio.`,
    fix: 'Commit these proposals, or propose their replacements in an earlier call.',
  }));
}

interface BrokenRound extends RoundFigures {
  /** Counted nodes that the call takes out of it. */
  readonly leaving: number;
}

function roundsBroken(tree: Tree, withdraw: readonly string[], protocol: Protocol): BrokenRound[] {
  const leaving = new Map<number, number>();
  for (const id of new Set(withdraw)) {
    const node = tree.get(id);
    if (node?.state === 'PROPOSED' && node.counted) leaving.set(node.depth, (leaving.get(node.depth) ?? 0) + 1);
  }
  return [...leaving].flatMap(([round, count]) => {
    const { counted, concluded, dead } = tree.totals.round(round);
    const figures = { round, counted: counted - count, concluded, dead };
    // Judged by the size it had: withdrawing must not shrink a round out of its limit.
    if (counted < protocol.ratioNodesMin || !ratioExceeded(figures, { ...protocol, ratioNodesMin: 1 })) return [];
    return [{ round, counted, concluded, dead, leaving: count }];
  });
}
