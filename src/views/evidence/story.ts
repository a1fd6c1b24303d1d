/** What the journal tells of one ticket, put in order for those who write about it: attempts, validations, decisions. */
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import type { CommandOf } from '../../../machines/schema/command.js';
import type { AcceptedRecord, JournalRecord } from '../../../machines/schema/record.js';
import type { RepairView } from '../repairs.js';
import type { Check } from '../../../machines/schema/ticket.js';

export type RecordOf<T extends AcceptedRecord['command']['type']> = AcceptedRecord & { command: CommandOf<T> };

export interface Told {
  readonly record: AcceptedRecord;
  /** Not a record about another ticket that moved this one. */
  readonly isOwn: boolean;
  readonly attempt: number;
  /** Validations begun so far. */
  readonly round: number;
}

export interface Story {
  readonly sessionId: string;
  readonly ticket: Ticket;
  readonly told: readonly Told[];
  /** Position and hash of the last record told. */
  readonly head: string;
  /** Repairs of the session's journal: what was cut may have been about this ticket. */
  readonly repairs: readonly RepairView[];
}

export interface JournalPart {
  readonly sessionId: string;
  readonly ticket: Ticket;
  readonly records: readonly JournalRecord[];
  readonly head: string;
  readonly repairs?: readonly RepairView[];
}

export function storyOf({ sessionId, ticket, records, head, repairs = [] }: JournalPart): Story {
  const told: Told[] = [];
  let attempt = 0;
  let round = 0;
  for (const record of records) {
    if (record.outcome !== 'OK') continue;
    const { command, moves } = record;
    if (
      command.type === 'ticket.validate' &&
      command.ticketId === ticket.id &&
      moves.some(({ to }) => to === 's3_validating')
    )
      round += 1;
    told.push({ record, isOwn: isAbout(record, ticket.id), attempt, round });
    // What begins a new attempt still belongs to the one it ends.
    const isNew = moves.some(({ actor, to }) => actor === `gate:${ticket.id}` && to === 'EXECUTING');
    const isSame = command.type === 'ticket.decide' && command.decision === 'extend';
    if (isNew && !isSame) attempt += 1;
  }
  return { sessionId, ticket, told, head, repairs };
}

export function isOf<T extends AcceptedRecord['command']['type']>(
  record: AcceptedRecord,
  type: T,
): record is RecordOf<T> {
  return record.command.type === type;
}

/** The last record of a kind, about this ticket. */
export function lastOf<T extends AcceptedRecord['command']['type']>(
  { told }: Story,
  type: T,
  holds: (record: RecordOf<T>) => boolean = () => true,
): (Told & { record: RecordOf<T> }) | undefined {
  for (const each of told.toReversed()) {
    const { record } = each;
    if (isOf(record, type) && each.isOwn && holds(record)) return { ...each, record };
  }
  return undefined;
}

const isAbout = ({ command }: AcceptedRecord, ticketId: string): boolean =>
  !('ticketId' in command) || command.ticketId === ticketId;

/** The last report of a check, in whichever validation. */
export const reportOf = (story: Story, check: Check) =>
  lastOf(story, 'ticket.report', ({ command }) => command.check === check);
