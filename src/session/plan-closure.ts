/** Plans what concerns the closure gate: taking a ticket into validation, the reports, the lease, a person's acceptance. */
import assert from 'node:assert';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { isAwaited } from '../../machines/measures/closure.js';
import { judge, type Rule } from '../../machines/rules/rule.js';
import { acceptRule, checkRules, leaseRule, validateRules } from '../../machines/rules/closure/index.js';
import { isAfterLease } from '../../machines/rules/closure/lease-expired.rule.js';
import { callerRules, personRule, treeRule } from '../../machines/rules/tickets/index.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Move } from '../../machines/schema/record.js';
import type { TicketEvent } from '../../machines/ticket.machine.js';
import * as figures from './closure-figures.js';
import { accepted, refused, type Gathered, type Plan } from './planned.js';
import type { SessionState } from './state.js';
import { gateMoves, ticketMoves } from './ticket-actors.js';
import { byPerson, timeOf, type Given as Figured } from './ticket-figures.js';

type Given = Figured & Gathered;
export type ClosureCommand = CommandOf<'ticket.validate' | 'ticket.report' | 'closure.ran' | 'closure.expire'>;

export function planClosure(state: SessionState, command: ClosureCommand, given: Given): Plan {
  const { ticketId } = command;
  const ticket = state.board.at(ticketId);
  switch (command.type) {
    case 'ticket.validate': {
      const event = figures.validateEvent(given, ticketId);
      const call = { name: 'ticket_validate', isTaken: ticket.status === 'impl_complete', rules: validateRules };
      return byTicket(state, ticket, event, call, given, 'validating');
    }
    case 'ticket.report': {
      const event = figures.checkEvent(given, command);
      const isOpen = ticket.status === 's3_validating';
      const isLate = (isOpen || ticket.status === 'impl_complete') && isAfterLease(ticket.closure, event);
      const isTaken = isOpen || isLate;
      // Nothing else matters to a report whose validation is over.
      const call = { name: 'ticket_report', isTaken, rules: isLate ? [leaseRule] : checkRules };
      return byTicket(state, ticket, event, call, given, 'reported');
    }
    case 'closure.ran': {
      const isTaken = ticket.status === 's3_validating' && isAwaited(ticket.closure, command);
      const event = figures.closingRunEvent(given, command);
      return byTicket(state, ticket, event, { name: 'run', isTaken, rules: [] }, given, 'ran');
    }
    case 'closure.expire': {
      const event = { type: 'closure.expire', at: timeOf(given) } as const;
      const isTaken = ticketMoves(state, ticketId, event, 'lease expired') !== undefined;
      return byTicket(state, ticket, event, { name: 'expire', isTaken, rules: [] }, given, 'lease expired');
    }
  }
}

export function planAccept(state: SessionState, ticket: Ticket, given: Given): Plan {
  const { info } = state;
  const { id: ticketId, closure, status } = ticket;
  const noPerson = judge([personRule], { ticketId, event: byPerson(given) }, info.protocol);
  if (noPerson.length > 0) return refused(noPerson);
  const isTaken = status === 'impl_complete' || status === 's3_validating';
  const wrong = judge([callerRules.status], { ticketId, ticket, call: 'accept', isTaken }, info.protocol);
  if (wrong.length > 0) return refused(wrong);
  const needless = judge([acceptRule], { ticketId, closure }, info.protocol);
  if (needless.length > 0) return refused(needless);
  const gone = judge([treeRule], { ticketId, tree: given.facts.tree, workDir: undefined }, info.protocol);
  if (gone.length > 0) return refused(gone);
  return moves(state, ticket, figures.acceptEvent(given, ticketId), given, 'decided');
}

interface Call {
  readonly name: string;
  readonly isTaken: boolean;
  /** Which figures they take is settled where the event is built. */
  readonly rules: readonly Rule<never>[];
}

function byTicket(
  state: SessionState,
  ticket: Ticket,
  event: TicketEvent,
  call: Call,
  given: Given,
  why: Move['why'],
): Plan {
  const { info } = state;
  const { id: ticketId, closure } = ticket;
  const wrong = judge(
    [callerRules.status],
    { ticketId, ticket, call: call.name, isTaken: call.isTaken },
    info.protocol,
  );
  if (wrong.length > 0) return refused(wrong);
  const looks = call.rules.length > 0;
  const gone = looks ? judge([treeRule], { ticketId, tree: given.facts.tree, workDir: undefined }, info.protocol) : [];
  const found = judge(call.rules as readonly Rule<unknown>[], { ticketId, closure, event }, info.protocol);
  const violations = [...gone, ...found];
  return violations.length > 0 ? refused(violations) : moves(state, ticket, event, given, why);
}

/** Whoever waited for a ticket that closes goes on. */
function moves(state: SessionState, { id }: Ticket, event: TicketEvent, given: Given, why: Move['why']): Plan {
  const own = ticketMoves(state, id, event, why);
  assert(own, `${id} refuses ${event.type} although the rules allow it`);
  const isClosed = own.some(({ to }) => to === 'closed');
  const unblock = { type: 'gate.unblock', at: timeOf(given) } as const;
  const freed = isClosed
    ? state.board.waitingFor(id).flatMap((waiting) => gateMoves(state, waiting.id, unblock, 'blocker gone') ?? [])
    : [];
  return accepted([...own, ...freed]);
}
