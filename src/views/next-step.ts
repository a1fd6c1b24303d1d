/** One sentence that names the next call. */
import { undecidedConfirmers } from '../../machines/measures/end-figures.js';
import { listed, plural, sampled } from '../../machines/measures/text.js';
import { standingClaim } from '../../machines/measures/tree-node.js';
import type { SessionState } from '../session/state.js';
import { endBlockers } from '../session/plan-end.js';
import { nextRoundInfo, rootsMissing } from './next-round.js';

/** Everything worth doing now, the most pressing first. */
export function nextActions(state: SessionState): string[] {
  if (state.info.kind === 'tickets')
    return ['This session has tickets and no investigation: call ticket_status with its sessionId.'];
  if (state.ended) return ['The investigation has ended; start another one with tot_start.'];
  const blockers = endBlockers(state);
  if (blockers.length === 0) return ['Call tot_end: every gate is open.'];
  const { totals } = state.tree;
  const actions: string[] = [];
  const missing = rootsMissing(state);
  const more = missing > 0 ? ` ${plural(missing, 'more root')} needed before round 2.` : '';
  if (totals.proposals.size > 0)
    actions.push(`Work on ${listed(sampled(totals.proposals))}, then call tot_commit with what each found.${more}`);
  if (missing > 0) actions.push(`Call tot_propose with ${plural(missing, 'more root')} (parent: null).`);
  // Where everything is settled too early, that is the advice that helps.
  const stuck = blockers.filter(({ code }) => code === 'RECOVERY_REQUIRED');
  const undecided = undecidedConfirmers(state.tree).length > 0;
  if (undecided) stuck.push(...blockers.filter(({ code }) => code === 'UNCONFIRMED'));
  actions.push(...stuck.map(({ fix }) => fix));
  actions.push(...growth(state));
  if (actions.length === 0) actions.push(...blockers.slice(0, 3).map(({ fix }) => fix));
  return actions;
}

export const nextStep = (state: SessionState): string => nextActions(state)[0] ?? '';

function growth(state: SessionState): string[] {
  const { tree } = state;
  const unconfirmed = [...sampled(tree.totals.awaiting, 50).ids].filter(
    (id) => standingClaim(tree.at(id))?.confirmers === 0,
  );
  const actions: string[] = [];
  if (unconfirmed.length > 0)
    actions.push(
      `Call tot_propose with a confirmer below ${listed(sampled(unconfirmed))}: an independent check of that claim.`,
    );
  const { nodesRequired, round, parentBreakdown } = nextRoundInfo(state);
  const parents = parentBreakdown.filter(({ parentId }) => !unconfirmed.includes(parentId));
  if (nodesRequired > 0 && parents.length > 0) {
    const needs = parents.slice(0, 5).map(({ parentId, childrenNeeded }) => `${childrenNeeded} below ${parentId}`);
    actions.push(`Call tot_propose for round ${round}: ${needs.join(', ')}${parents.length > 5 ? ' and others' : ''}.`);
  }
  return actions;
}
