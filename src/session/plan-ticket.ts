/**
 * Plans a call about one ticket: is it there, may this caller, is it the time; then every rule of the call; then the
 * charts. Each of the first three is told alone, because nothing else matters where it holds.
 */
import assert from 'node:assert';
import type { GateEvent } from '../../machines/gate-actor.js';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { principalKey } from '../../machines/measures/principal.js';
import { judge, type Rule } from '../../machines/rules/rule.js';
import { isLate } from '../../machines/rules/tickets/deadline-passed.rule.js';
import * as rules from '../../machines/rules/tickets/index.js';
import { mayResubmit } from '../../machines/rules/tickets/wrong-status.rule.js';
import type { Command, CommandOf } from '../../machines/schema/command.js';
import type { Move } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';
import { ticketActorId } from '../../machines/session.machine.js';
import { planAccept, planClosure } from './plan-closure.js';
import { accepted, refused, type Gathered, type Plan } from './planned.js';
import type { SessionState } from './state.js';
import { gateMoves, gateSnapshot, ticketMove } from './ticket-actors.js';
import * as figures from './ticket-figures.js';

export type TicketCommand = Extract<Command, { ticketId: string }>;

/** What a caller knows a command by. */
const calls: Readonly<Record<TicketCommand['type'], string>> = {
  'ticket.start': 'ticket_start',
  'ticket.submit': 'ticket_submit',
  'ticket.review': 'ticket_review',
  'ticket.escalate': 'ticket_escalate',
  'ticket.override': 'override',
  'ticket.decide': 'decide',
  'ticket.committed': 'commit',
  'gate.ran': 'run',
  'gate.expire': 'expire',
  'gate.wake': 'wake',
  'gate.late': 'late',
  'ticket.validate': 'ticket_validate',
  'ticket.report': 'ticket_report',
  'closure.ran': 'run',
  'closure.expire': 'expire',
};

export function planTicket(state: SessionState, command: TicketCommand, gathered: Gathered): Plan {
  const { board, info } = state;
  const { ticketId } = command;
  const unknown = judge([rules.callerRules.found], { board, ticketId }, info.protocol);
  if (unknown.length > 0) return refused(unknown);
  const call = calls[command.type];
  const misplaced = judge([rules.callerRules.role], { ticketId, by: gathered.by, call }, info.protocol);
  if (misplaced.length > 0) return refused(misplaced);
  return planKnown(state, command, { board, ...gathered });
}

type Given = figures.Given & Gathered;

function planKnown(state: SessionState, command: TicketCommand, given: Given): Plan {
  const { ticketId } = command;
  switch (command.type) {
    case 'ticket.start':
      return byGate(state, command, figures.beginEvent(given, ticketId), rules.beginRules, given, 'begun');
    case 'ticket.submit':
      return byGate(state, command, figures.reportEvent(given, command), rules.reportRules, given, 'submitted');
    case 'ticket.review':
      return byGate(state, command, figures.reviewEvent(given, command), rules.reviewRules, given, 'reviewed');
    case 'gate.ran':
      return byGate(state, command, figures.ranEvent(given, command), [rules.runRule], given, 'ran');
    case 'gate.expire':
    case 'gate.wake':
      return byGate(
        state,
        command,
        { type: command.type, at: figures.timeOf(given) },
        [],
        given,
        command.type === 'gate.expire' ? 'expired' : 'retried',
      );
    case 'ticket.override': {
      const judged = command.how === 'skip' ? rules.skipRules : rules.forceRules;
      return byGate(state, command, figures.overrideEvent(given, command), judged, given, 'overridden');
    }
    case 'ticket.validate':
    case 'ticket.report':
    case 'closure.ran':
    case 'closure.expire':
      return planClosure(state, command, given);
    case 'ticket.escalate':
      return planEscalate(state, command, given);
    case 'ticket.decide':
      return planDecide(state, command, given);
    case 'gate.late':
      assert(principalKey(given.by) !== undefined, 'nobody was late');
      return accepted([]);
    case 'ticket.committed':
      return accepted([]);
  }
}

/** `Rule<never>` takes whatever figures belong to the event: which rules go with which is settled in `planKnown`. */
function byGate(
  state: SessionState,
  command: TicketCommand,
  event: GateEvent,
  judged: readonly Rule<never>[],
  given: Given,
  why: Move['why'],
): Plan {
  const { info, board } = state;
  const { ticketId } = command;
  const ticket = board.at(ticketId);
  const call = calls[command.type];
  const wrong = judge(
    [rules.callerRules.status],
    { ticketId, ticket, call, isTaken: isTaken(state, ticket, event) },
    info.protocol,
  );
  if (wrong.length > 0) return refused(wrong);
  const gate = ticket.gate.context;
  const found = judge(judged as readonly Rule<unknown>[], { ticketId, gate, event }, info.protocol);
  const violations = [...treeProblems(state, command, given), ...found];
  if (violations.length > 0) return refused(violations);
  const moves = gateMoves(state, ticketId, event, why);
  assert(moves, `the gate of ${ticketId} refuses ${event.type} although the rules allow it`);
  return accepted(moves);
}

/** Whether the charts have an edge for the event; refusals by code come after. A late answer is told so wherever it is. */
function isTaken(state: SessionState, ticket: Ticket, event: GateEvent): boolean {
  const snapshot = gateSnapshot(state, ticket.id);
  if (!snapshot) return false;
  const { state: at, context } = ticket.gate;
  const isActive = snapshot.matches('active');
  switch (event.type) {
    case 'gate.begin':
      return at === 'PENDING';
    case 'gate.report':
      if (isLate(context, event)) return true;
      return at === 'EXECUTING' || (at === 'REVIEWING' && mayResubmit(context, event));
    case 'gate.review':
      return at === 'REVIEWING' || isLate(context, event);
    case 'gate.ran':
      return at === 'VERIFYING';
    case 'gate.skip':
    case 'gate.force':
      return isActive;
    default:
      return snapshot.can(event);
  }
}

/** Only calls that look at files need them. */
function treeProblems({ info }: SessionState, command: TicketCommand, { facts }: Given): Violation[] {
  const looks =
    command.type === 'ticket.start' ||
    command.type === 'ticket.review' ||
    (command.type === 'ticket.submit' && command.status === 'success');
  if (!looks) return [];
  const workDir = command.type === 'ticket.start' ? command.workDir : undefined;
  return judge([rules.treeRule], { ticketId: command.ticketId, tree: facts.tree, workDir }, info.protocol);
}

/** Where the builders are at work the gate waits for a person; after that the ticket is flagged for one. */
function planEscalate(state: SessionState, command: CommandOf<'ticket.escalate'>, given: Given): Plan {
  const { info, board } = state;
  const { ticketId } = command;
  const ticket = board.at(ticketId);
  const again = judge([rules.escalateRule], { ticketId, ticket }, info.protocol);
  if (again.length > 0) return refused(again);
  if (ticket.status !== 'impl_complete' && ticket.status !== 's3_validating')
    return byGate(state, command, { type: 'gate.escalate', at: figures.timeOf(given) }, [], given, 'escalated');
  assert(ticketMove(state, ticketId, 'ticket.flag') !== undefined, `${ticketId} cannot be flagged`);
  return accepted([]);
}

function planDecide(state: SessionState, command: CommandOf<'ticket.decide'>, given: Given): Plan {
  const { info, board } = state;
  const { ticketId, decision, note, dependency } = command;
  const ticket = board.at(ticketId);
  const noPerson = judge([rules.personRule], { ticketId, event: figures.byPerson(given) }, info.protocol);
  if (noPerson.length > 0) return refused(noPerson);
  if (decision === 'accept') return planAccept(state, ticket, given);
  if (decision !== 'drop' && decision !== 'withdraw')
    return byGate(state, command, figures.decisionEvent(given, decision), [], given, 'decided');

  const isTakenNow = ticketMove(state, ticketId, 'ticket.withdraw') !== undefined;
  const wrong = judge(
    [rules.callerRules.status],
    { ticketId, ticket, call: decision, isTaken: isTakenNow },
    info.protocol,
  );
  if (wrong.length > 0) return refused(wrong);
  if (decision === 'drop') {
    const unknown = judge([rules.dropRule], { ticket, dependency }, info.protocol);
    return unknown.length > 0 ? refused(unknown) : accepted([]);
  }
  const silent = judge([rules.withdrawRule], { ticketId, note }, info.protocol);
  return silent.length > 0 ? refused(silent) : accepted(withdrawMoves(state, ticket, given));
}

/** The gate stops; whoever waits for this ticket waits for a person now. */
function withdrawMoves(state: SessionState, ticket: Ticket, given: Given): Move[] {
  const { id, status, gate } = ticket;
  const orphans = state.board.waitingFor(id).flatMap((waiting) => {
    const event = { type: 'gate.orphan', at: figures.timeOf(given) } as const;
    return gateMoves(state, waiting.id, event, 'blocker gone') ?? assert.fail(`${waiting.id} keeps waiting for ${id}`);
  });
  return [
    { actor: `gate:${id}`, from: gate.state, to: null, why: 'withdrawn' },
    { actor: ticketActorId(id), from: status, to: 'withdrawn', why: 'withdrawn' },
    ...orphans,
  ];
}
