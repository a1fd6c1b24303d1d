/** Keeps the board where the live charts are: after every event, and for nothing but what they say. */
import { isHandedOff, type Ticket, type TicketGate } from '../../machines/measures/board-ticket.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import { cancelledByCaller } from '../../machines/schema/ticket.js';
import type { SessionState } from './state.js';
import { liveGate, liveTicket } from './ticket-actors.js';

/** Brings the board to where the charts are. A run newly asked for is owed by the process that asked. */
export function follow(
  state: SessionState,
  ticketId: string,
  record: AcceptedRecord,
  change: Partial<Ticket> = {},
): void {
  const { seq, time, facts, command } = record;
  const seen = treeSeen(ticketId, record);
  const { board } = state;
  const before = board.at(ticketId).gate;
  const live = liveGate(state, ticketId);
  const gate = live ?? before;
  const isRequested = gate.state === 'VERIFYING' && gate.context.runs > before.context.runs;
  const isPaused = command.type === 'gate.ran' && command.cutShort === cancelledByCaller;
  const isOver = before.state === 'VERIFYING' && live?.state !== 'VERIFYING';
  const ticket = liveTicket(state, ticketId);
  const isHandedOver = ticket.status === 'impl_complete' && !isHandedOff(board.at(ticketId));
  board.update(ticketId, seq, {
    ...change,
    ...ticket,
    gate,
    lastStepAt: time,
    ...(seen === undefined ? {} : { lastTree: seen }),
    ...(isHandedOver ? { handOff: handedOff(gate, { seq, time, facts }) } : {}),
    ...(isRequested ? { holder: facts.holder ?? null, isPaused } : isOver ? { holder: null, isPaused: false } : {}),
  });
}

/** The tree in which the ticket's own files were looked at, where this record is about it. */
function treeSeen(ticketId: string, { command, facts }: AcceptedRecord): string | undefined {
  if (!('ticketId' in command) || command.ticketId !== ticketId) return undefined;
  const after = command.type === 'gate.ran' ? command.result?.treeAfter : undefined;
  return [after, facts.tree?.treeId].find((id) => id !== undefined && id !== '');
}

/** The files the architect looked at, or those there were when a person overrode the gate. */
function handedOff(
  { state, context }: TicketGate,
  { seq, time, facts }: Pick<AcceptedRecord, 'seq' | 'time' | 'facts'>,
): NonNullable<Ticket['handOff']> {
  const reviewed = state === 'APPROVED' ? context.lastRun?.filesId : undefined;
  return { seq, at: time, filesId: reviewed ?? facts.tree?.filesId ?? '', treeId: facts.tree?.treeId ?? '' };
}
