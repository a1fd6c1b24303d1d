/**
 * A place in a journal that was verified before, so that opening need not read what lies ahead of it. Trusted only after
 * the record that ends there has been read again and has the same hash: a journal cut or rewritten since then shows.
 */
import { beginning, positionAfter, readRecord, type Damage, type Position, type ReadRecord } from './chain.js';
import type { DiskFile } from './disk.js';
import { frameAt, newline } from './frame.js';

export interface TrustedPosition extends Position {
  /** Where each record begins, record 1 first. */
  readonly offsets: readonly number[];
}

export const untrusted: TrustedPosition = { ...beginning, offsets: [] };

/** The record whose newline is at `at` in these bytes; `offset` is where that is in the file. */
function recordAt(bytes: Buffer, at: number, offset: number): ReadRecord | undefined {
  const frame = bytes[at] === newline ? frameAt(bytes, at + 1) : undefined;
  if (frame === undefined) return undefined;
  const read = readRecord({ kind: 'record', start: offset, end: offset + frame.end - at, json: frame.json });
  return typeof read === 'object' ? read : undefined;
}

/** That record, which was there before; or why it is not there now. */
export function recordNumbered(seq: number, bytes: Buffer, at: number, offset: number): ReadRecord | Damage {
  const read = recordAt(bytes, at, offset);
  return read?.seq === seq ? read : { offset, seq, kind: 'garbled', reason: 'it is not what was read there before' };
}

export async function stillHolds(file: DiskFile, position: TrustedPosition): Promise<boolean> {
  const { seq, hash, time, offset, offsets } = position;
  const start = offsets.at(-1);
  if (start === undefined || offsets.length !== seq || start >= offset) return false;
  const read = recordAt(await file.read(start, offset - start), 0, start);
  if (read === undefined) return false;
  const found = positionAfter(read);
  return found.seq === seq && found.hash === hash && found.time === time && found.offset === offset;
}
