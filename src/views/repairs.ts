/** Repairs of a journal, so that what was cut is never forgotten: every picture of the session says so. */
import { plural } from '../../machines/measures/text.js';
import type { SessionState } from '../session/state.js';

export interface RepairView {
  seq: number;
  at: string;
  by: string;
  recordsDropped: number;
  bytesDropped: number;
}

export const repairsOf = ({ repairs }: Pick<SessionState, 'repairs'>): RepairView[] =>
  repairs.map(({ seq, at, by, records, bytes }) => ({
    ...{ seq, at: new Date(at).toISOString(), by },
    ...{ recordsDropped: records, bytesDropped: bytes },
  }));

/** How often, in words: `once`, `3 times`. */
export const timesRepaired = (count: number): string => (count === 1 ? 'repaired once' : `repaired ${count} times`);

export const repairLine = ({ seq, at, by, recordsDropped, bytesDropped }: RepairView): string =>
  `repaired on ${at} by ${by}: ${lossOf(recordsDropped, bytesDropped)} (record ${seq})`;

/** A spoilt end may have been a record or several: nobody can tell. */
const lossOf = (records: number, bytes: number): string =>
  records === 0
    ? `${plural(bytes, 'byte')} dropped, in which no whole record is left`
    : `at least ${plural(records, 'record')} dropped, ${plural(bytes, 'byte')} set aside`;
