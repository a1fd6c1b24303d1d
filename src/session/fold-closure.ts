/** Applies a record about the closure gate: marks, rejections with what speaks against the work, and the close itself. */
import { isHandedOff, withKnown, type Rejection, type Ticket } from '../../machines/measures/board-ticket.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import type { TicketEvent } from '../../machines/ticket.machine.js';
import { follow } from './follow-ticket.js';
import type { TicketCommand } from './plan-ticket.js';
import type { SessionState } from './state.js';
import { liveTicket, sendToTicket } from './ticket-actors.js';

type ClosureRecord = AcceptedRecord & { command: TicketCommand };

/** What the next attempt is told of one failed check. */
const pointChars = 500;
const rejectionsMax = 10;

/** An event of the closure gate; when the ticket closes by it, whoever waited for it goes on. */
export function close(state: SessionState, record: ClosureRecord, event: TicketEvent): void {
  const { board } = state;
  const { ticketId } = record.command;
  const ticket = board.at(ticketId);
  const runsBefore = ticket.closure.runs;
  const told = pointsOf(ticket, record);
  sendToTicket(state, ticketId, event);
  const { closure, status } = liveTicket(state, ticketId);
  const isRequested = closure.run === 'running' && closure.runs > runsBefore;
  follow(state, ticketId, record, {
    ...told,
    ...tookPart(ticket, record),
    ...(isRequested ? { closingHolder: record.facts.holder ?? null } : {}),
    ...(closure.run === 'running' ? {} : { closingHolder: null }),
    // Also where no attempt is left, and a person is waited for at once.
    ...(isHandedOff({ status }) ? {} : { rejections: rejected(ticket, told.points, record) }),
    ...(status === 'closed' ? { closedSeq: record.seq } : {}),
  });
  if (status !== 'closed') return;
  for (const { id } of board.waitingFor(ticketId)) {
    sendToTicket(state, id, { type: 'gate.unblock', at: record.facts.at ?? record.time });
    follow(state, id, record);
  }
}

function pointsOf({ points }: Ticket, { command }: ClosureRecord): Pick<Ticket, 'points'> {
  if (command.type === 'ticket.validate') return { points: [] };
  if (command.type !== 'ticket.report' || command.passed) return { points };
  const unmet = command.findings.filter(({ met }) => !met);
  const text = [
    `The ${command.check} says: ${command.summary}`,
    ...unmet.map(({ subject, evidence }) => `Not met: ${subject}. ${evidence}`),
  ].join('\n');
  return { points: [...points, text.length > pointChars ? `${text.slice(0, pointChars)}…` : text] };
}

/** Whoever validates or reports is one of the checkers. */
const tookPart = (ticket: Ticket, { command, by }: ClosureRecord): Partial<Ticket> =>
  command.type === 'ticket.validate' || command.type === 'ticket.report' ? withKnown(ticket, 'checks', by) : {};

/** Without a failed check it was the files that spoke against it. */
function rejected(ticket: Ticket, points: readonly string[], { seq, time }: ClosureRecord): Rejection[] {
  const { attempt } = ticket.gate.context;
  const why = points.length > 0 ? 'CHECK_FAILED' : 'STALE_EVIDENCE';
  return [...ticket.rejections, { seq, at: time, attempt, why, points } as const].slice(-rejectionsMax);
}
