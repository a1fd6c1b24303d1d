/** Ways to look through the records of a board's journal. */
import type { CommandOf } from '../../machines/schema/command.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';

type Type = AcceptedRecord['command']['type'];
export type RecordOf<T extends Type> = AcceptedRecord & { command: CommandOf<T> };

export const about = (journal: readonly AcceptedRecord[], id: string): AcceptedRecord[] =>
  journal.filter(({ command }) => 'ticketId' in command && command.ticketId === id);

export const ofType = <T extends Type>(records: readonly AcceptedRecord[], type: T): RecordOf<T>[] =>
  records.filter((record): record is RecordOf<T> => record.command.type === type);

export const reaches =
  (state: string) =>
  (record: AcceptedRecord): boolean =>
    record.moves.some(({ to }) => to === state);

/** Of one actor only: a record may move others along. */
export const brings = (actor: string, state: string) => (record: AcceptedRecord) =>
  record.moves.some((move) => move.actor === actor && move.to === state);
