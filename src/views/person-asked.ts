/** Why a ticket waits for a person: what somebody asked, in their own words, or what its gate came to. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { AcceptedRecord, JournalRecord } from '../../machines/schema/record.js';
import { boardLine, waitingReason, waitsForPerson } from './board-page.js';
import { principalWords } from './principal-words.js';
import { clip } from './text-fit.js';
import { waitsFor } from './ticket-next.js';

export interface PersonAsked {
  /** Goes on after "because". */
  why: string;
  /** Absent where nobody asked: something came to its end. */
  asked?: { question: string; tried: string; by: string; at: number; seq: number };
}

/** Null: it waits for nobody. */
export function personAsked(ticket: Ticket, records: readonly JournalRecord[]): PersonAsked | null {
  if (!waitsForPerson(ticket)) return null;
  const line = boardLine(ticket);
  const why = ticket.gate.state === 'BLOCKED' ? 'a person looks into it' : (waitsFor[waitingReason(line)] ?? 'asked');
  // Not a question of long ago: the last record that asked for a person, in words or not.
  const asking = line.waitsForAccept ? undefined : records.findLast((record) => asksAbout(ticket.id, record));
  return { why, ...(asking?.outcome === 'OK' ? askedIn(asking) : {}) };
}

const asksAbout = (ticketId: string, record: JournalRecord): boolean =>
  record.outcome === 'OK' &&
  ((record.command.type === 'ticket.escalate' && record.command.ticketId === ticketId) ||
    record.moves.some(({ actor, to }) => actor === `gate:${ticketId}` && to === 'ESCALATED'));

const charsMax = 2000;

function askedIn({ command, by, time, seq }: AcceptedRecord): Pick<PersonAsked, 'asked'> {
  if (command.type !== 'ticket.escalate') return {};
  const { question, tried } = command;
  const words = { question: clip(question, charsMax), tried: clip(tried, charsMax) };
  return { asked: { ...words, by: principalWords(by), at: time, seq } };
}
