/** Applies a record about tickets: the same events that were planned go to the live charts, and the board follows them. */
import assert from 'node:assert';
import type { GateEvent } from '../../machines/gate-actor.js';
import {
  isHandedOff,
  stepLimits,
  withKnown,
  type Ticket,
  type TicketTree,
} from '../../machines/measures/board-ticket.js';
import { principalKey } from '../../machines/measures/principal.js';
import type { Command, CommandOf } from '../../machines/schema/command.js';
import type { AcceptedRecord, TreeFacts } from '../../machines/schema/record.js';
import type { TicketCommand } from './plan-ticket.js';
import type { SessionState } from './state.js';
import { close } from './fold-closure.js';
import { follow } from './follow-ticket.js';
import { sendToTicket } from './ticket-actors.js';
import * as closing from './closure-figures.js';
import * as figures from './ticket-figures.js';

type RecordOf<C extends Command> = AcceptedRecord & { command: C };

export function openTickets(state: SessionState, record: RecordOf<CommandOf<'tickets.open'>>): void {
  const { command, facts, moves, seq, time } = record;
  const { limits, contracts = [] } = facts;
  assert(limits, 'new tickets come with the limits in force');
  const prefix = 'ticket:';
  const ids = moves.filter(({ actor }) => actor.startsWith(prefix)).map(({ actor }) => actor.slice(prefix.length));
  const opened = command.tickets.map((ticket, index) => ({
    id: ids[index] ?? assert.fail(),
    ticket,
    hash: contracts[index] ?? '',
  }));
  const inputs = opened.map(({ id, ticket }) => ({ ticketId: id, limits: stepLimits(ticket.timeouts, limits) }));
  state.actor.send({ type: 'tickets.open', tickets: inputs });
  for (const each of opened) state.board.open({ ...each, limits, at: time, seq });
}

export function foldTicket(state: SessionState, record: RecordOf<TicketCommand>): void {
  const { command, facts, by, seq } = record;
  const given = { board: state.board, facts, by };
  const { ticketId } = command;
  switch (command.type) {
    case 'ticket.start':
      send(state, record, figures.beginEvent(given, ticketId), {
        startedAt: record.time,
        tree: facts.tree ? startedIn(facts.tree) : null,
        policy: facts.policy?.hash ?? null,
      });
      return;
    case 'ticket.submit':
      send(state, record, figures.reportEvent(given, command), {
        claimedExit: command.verification?.exitCode ?? null,
        ...withKnown(state.board.at(ticketId), 'executor', by),
      });
      return;
    case 'ticket.review': {
      send(state, record, figures.reviewEvent(given, command), withKnown(state.board.at(ticketId), 'architect', by));
      if (state.board.at(ticketId).gate.state !== 'APPROVED') return;
      const owed = facts.commit === 'auto' ? { commit: 'wanted' as const, holder: facts.holder ?? null } : {};
      state.board.update(ticketId, seq, { approvedSeq: seq, ...owed });
      return;
    }
    case 'gate.ran':
      noteRun(state, record as RecordOf<CommandOf<'gate.ran'>>);
      send(state, record, figures.ranEvent(given, command));
      return;
    case 'gate.expire':
    case 'gate.wake':
      send(state, record, { type: command.type, at: figures.timeOf(given) });
      return;
    case 'gate.late':
      send(
        state,
        record,
        { type: 'gate.late', as: command.as, by: principalKey(by) ?? assert.fail('nobody was late') },
        withKnown(state.board.at(ticketId), command.as, by),
      );
      return;
    case 'ticket.override':
      send(state, record, figures.overrideEvent(given, command));
      return;
    case 'ticket.escalate':
      if (isHandedOff(state.board.at(ticketId))) sendToTicket(state, ticketId, { type: 'ticket.flag' });
      else sendToTicket(state, ticketId, { type: 'gate.escalate', at: figures.timeOf(given) });
      follow(state, ticketId, record);
      return;
    case 'ticket.decide':
      // The type of the record is that of its command, which the compiler does not follow.
      decide(state, record as RecordOf<CommandOf<'ticket.decide'>>, given);
      return;
    case 'ticket.validate':
      close(state, record, closing.validateEvent(given, ticketId));
      return;
    case 'ticket.report':
      close(state, record, closing.checkEvent(given, command));
      return;
    case 'closure.ran':
      if (command.result) state.board.noteRun(runKey(command.result), command.result.passed);
      close(state, record, closing.closingRunEvent(given, command));
      return;
    case 'closure.expire':
      close(state, record, { type: 'closure.expire', at: figures.timeOf(given) });
      return;
    case 'ticket.committed':
      state.board.update(ticketId, seq, { commit: { sha: command.sha, error: command.error } });
      return;
  }
}

function decide(state: SessionState, record: RecordOf<CommandOf<'ticket.decide'>>, given: figures.Given): void {
  const { ticketId, decision, dependency } = record.command;
  const { board } = state;
  if (decision === 'drop') {
    board.update(ticketId, record.seq, { dropped: [...board.at(ticketId).dropped, dependency ?? ''] });
    return;
  }
  if (decision === 'accept') {
    close(state, record, closing.acceptEvent(given, ticketId));
    return;
  }
  if (decision !== 'withdraw') {
    send(state, record, figures.decisionEvent(given, decision));
    return;
  }
  const orphans = board.waitingFor(ticketId).map(({ id }) => id);
  sendToTicket(state, ticketId, { type: 'ticket.withdraw' });
  follow(state, ticketId, record);
  for (const id of orphans) {
    sendToTicket(state, id, { type: 'gate.orphan', at: figures.timeOf(given) });
    follow(state, id, record);
  }
}

const startedIn = ({ dir, treeId, settings }: TreeFacts): TicketTree => ({ dir, treeId, settings: settings ?? null });

/** Runs are also counted per command and tree, over all tickets: trying until green shows. */
function noteRun({ board }: SessionState, { command, seq }: RecordOf<CommandOf<'gate.ran'>>): void {
  const { ticketId, result } = command;
  if (!result) return;
  board.noteRun(runKey(result), result.passed);
  const { claimedExit, mismatches } = board.at(ticketId);
  const isMismatch = claimedExit !== null && (claimedExit === 0) !== result.passed;
  if (isMismatch) board.update(ticketId, seq, { mismatches: [...mismatches, result.id].slice(-20) });
}

export const runKey = ({ command, treeBefore }: { command: string; treeBefore: string }): string =>
  `${treeBefore} ${command}`;

function send(
  state: SessionState,
  record: AcceptedRecord & { command: TicketCommand },
  event: GateEvent,
  change: Partial<Ticket> = {},
): void {
  const { ticketId } = record.command;
  sendToTicket(state, ticketId, event);
  follow(state, ticketId, record, change);
}
