/** Which rules stand at which gate, in the order they are told: for the docs and the pages of charts. */
import {
  closedRule,
  commitRules,
  edgeRule,
  endRules,
  giveUpRule,
  investigationRule,
  proposeRules,
  reclassifyRules,
} from '../../machines/rules/index.js';
import * as closure from '../../machines/rules/closure/index.js';
import * as tickets from '../../machines/rules/tickets/index.js';

export interface ListedRule {
  readonly code: string;
  readonly why: string;
}

export const gates: readonly [string, readonly ListedRule[]][] = [
  ['every writing call', [investigationRule, closedRule]],
  ['propose', proposeRules],
  ['commit', commitRules],
  ['reclassify', [edgeRule, ...reclassifyRules]],
  ['end', endRules],
  ['end as inconclusive', [giveUpRule]],
];

export const ticketGates: readonly [string, readonly ListedRule[]][] = [
  ['every call about a ticket', Object.values(tickets.callerRules)],
  ['ticket_open', tickets.openRules],
  ['ticket_start', [tickets.treeRule, ...tickets.beginRules]],
  ['ticket_submit', [tickets.treeRule, ...tickets.reportRules]],
  ['ticket_review', [tickets.treeRule, ...tickets.reviewRules]],
  ['ticket_validate', [tickets.treeRule, ...closure.validateRules]],
  ['ticket_report', [closure.leaseRule, tickets.treeRule, ...closure.checkRules]],
  ['ticket_escalate', [tickets.escalateRule]],
  ['a run', [tickets.runRule]],
  ['override skip', tickets.skipRules],
  ['override force', tickets.forceRules],
  ['decide', [tickets.personRule, tickets.dropRule, tickets.withdrawRule, closure.acceptRule]],
  ['resume', [tickets.personRule, tickets.resumeRule]],
];

/** Why a code refuses, for every code of a rule. */
export const whyOf: ReadonlyMap<string, string> = new Map(
  [...gates, ...ticketGates].flatMap(([, rules]) => rules.map(({ code, why }) => [code, why])),
);
