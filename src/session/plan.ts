/**
 * Judges a command: rules first, then the charts say what would move. Pure; nothing is sent to an actor here.
 * A chart that refuses what the rules allowed is a defect.
 */
import assert from 'node:assert';
import { judge } from '../../machines/rules/rule.js';
import { closedRule, investigationRule } from '../../machines/rules/index.js';
import type { Command } from '../../machines/schema/command.js';
import { planCommit } from './plan-commit.js';
import { planEnd } from './plan-end.js';
import { planOpen, planResume } from './plan-open.js';
import { planPropose } from './plan-propose.js';
import { planTicket } from './plan-ticket.js';
import { planReclassify } from './plan-reclassify.js';
import { accepted, refused, type Gathered, type Plan } from './planned.js';
import { newSession, ticketSession, type SessionState } from './state.js';

export type LaterCommand = Exclude<Command, { type: 'investigation.start' }>;

/** The command that makes a session. Tickets are judged as if an empty session were there. */
export function planFirst(sessionId: string, command: Command, gathered: Gathered): Plan {
  if (command.type === 'investigation.start')
    return accepted([{ actor: 'session', from: null, to: 'investigating', why: 'started' }]);
  assert(command.type === 'tickets.open', 'a session begins with an investigation or with tickets');
  const state = newSession(ticketSession(sessionId, command, gathered.facts.at ?? 0));
  const planned = planOpen(state, command, gathered);
  state.actor.stop();
  return planned;
}

export function plan(state: SessionState, command: LaterCommand, gathered: Gathered): Plan {
  switch (command.type) {
    case 'round.propose':
      return closed(state) ?? planPropose(state, command);
    case 'round.commit':
      return closed(state) ?? planCommit(state, command, gathered);
    case 'node.reclassify':
      return closed(state) ?? planReclassify(state, command, gathered);
    case 'investigation.end':
      return closed(state) ?? planEnd(state, command);
    case 'tickets.open':
      return planOpen(state, command, gathered);
    case 'session.resume':
      return planResume(state, gathered);
    // It tells what has happened; there is nothing to judge, in no phase of a session.
    case 'session.stop':
      return accepted([]);
    case 'session.repair':
      return assert.fail('the store itself journals a repair');
    default:
      return planTicket(state, command, gathered);
  }
}

/** Why no call of an investigation is possible any more, or ever was. Tickets go on after its end. */
function closed({ ended, info }: SessionState): Plan | undefined {
  const none = judge([investigationRule], { kind: info.kind }, info.protocol);
  const violations = [...none, ...judge([closedRule], { ended: ended !== null }, info.protocol)];
  return violations.length > 0 ? refused(violations) : undefined;
}
