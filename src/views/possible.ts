/**
 * Where a node may go from here, and why it may not: every edge of its chart, judged by the rules as they stand, as if
 * somebody who has a reason, evidence and an agent of its own asked now. Nothing is decided here.
 */
import { edgesFrom } from '../../machines/charts.js';
import { isPending, standingClaim, type TreeNode } from '../../machines/measures/tree-node.js';
import { plural } from '../../machines/measures/text.js';
import { needsEvidence } from '../../machines/rules/missing-evidence.rule.js';
import { vocabularies, type CommittedState } from '../../machines/schema/state.js';
import { plan } from '../session/plan.js';
import type { Gathered, Plan } from '../session/planned.js';
import type { SessionState } from '../session/state.js';

export interface PossibleMove {
  /** As the chart names it. */
  event: string;
  to: string;
  allowed: boolean;
  /** What it takes, or what is in the way. */
  why: string;
  codes: string[];
}

export function possibleMoves(state: SessionState, nodeId: string): PossibleMove[] {
  const node = state.tree.get(nodeId);
  if (!node) return [];
  const moves =
    node.state === 'PROPOSED'
      ? vocabularies[state.info.protocol.chart].states.map((to) => commitMove(state, node, to))
      : edgesFrom(state.charts, node.state).map((to) => reclassifyMove(state, node, to));
  return [...moves, ...claimMoves(state, node)];
}

const asIfAsked = (node: TreeNode): Gathered => ({
  // No text has this digest: it is nobody else's evidence.
  facts: { evidence: { [node.id]: 'as if' } },
  by: { role: 'person', known: 'person' },
  agentsElsewhere: new Map(),
});

const words = 'What was found, in words of its own, long enough to be taken for evidence of it.';

function commitMove(state: SessionState, node: TreeNode, to: CommittedState): PossibleMove {
  const result = { nodeId: node.id, state: to, findings: words, evidence: words, agentId: `as if ${node.id}` };
  const planned = plan(state, { type: 'round.commit', results: [result] }, asIfAsked(node));
  return told(`commit.${to}`, to, planned, takes(state, node, to));
}

function reclassifyMove(state: SessionState, node: TreeNode, to: CommittedState): PossibleMove {
  const command = { type: 'node.reclassify', nodeId: node.id, newState: to, reason: words, evidence: words } as const;
  return told(`reclassify.${to}`, to, plan(state, command, asIfAsked(node)), takes(state, node, to));
}

function takes({ info }: SessionState, { evidence, state }: TreeNode, to: CommittedState): string {
  const needed = [
    ...(needsEvidence(info.protocol, to) && !evidence ? ['evidence'] : []),
    ...(state === 'PROPOSED' && info.protocol.agents?.required ? ['an agent of its own'] : []),
  ];
  return needed.length === 0 ? 'allowed' : `allowed, with ${needed.join(' and ')}`;
}

function told(event: string, to: string, planned: Plan, allowed: string): PossibleMove {
  if (planned.ok) return { event, to, allowed: true, why: allowed, codes: [] };
  const codes = [...new Set(planned.violations.map(({ code }) => code))];
  return { event, to, allowed: false, why: planned.violations[0]?.message ?? '', codes };
}

/** A claim is decided by its confirmers, not by anybody's call. */
function claimMoves({ info, ended }: SessionState, node: TreeNode): PossibleMove[] {
  const { claim: terms, open } = vocabularies[info.protocol.chart];
  const claim = standingClaim(node);
  if (!terms || !claim || ended || !isPending(info.protocol, node)) return [];
  const waits =
    claim.confirmers === 0
      ? 'no independent confirmer yet'
      : `waits for ${plural(claim.confirmers - claim.valid, 'confirmer')} of ${claim.confirmers}`;
  return [
    { event: 'claim.tally', to: terms.confirmed, allowed: false, why: waits, codes: ['UNCONFIRMED'] },
    { event: 'claim.tally', to: open[0], allowed: true, why: 'as soon as one confirmer is DEAD', codes: [] },
  ];
}
