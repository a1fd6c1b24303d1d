/**
 * Cuts the bytes of a journal into records that check and stretches that are none, and says of the latter whether they
 * can be a write cut short. Pure; whether a record counts is the chain's to say.
 */
import { frameAt, newline } from './frame.js';
import { isTorn } from './torn.js';

/** `start` is the newline it begins with, if it has one. Positions are the file's. */
export type Segment =
  | { readonly kind: 'record'; readonly start: number; readonly end: number; readonly json: Buffer }
  | { readonly kind: 'bad'; readonly start: number; readonly end: number; readonly torn: boolean };

/**
 * `base` is where the bytes stand in the file. A record ends where its length says: a newline lost after it, or the
 * zeros of lost pages, must not cost the record before them.
 */
export function segmentsOf(bytes: Buffer, base: number): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  while (at < bytes.length) {
    const onNewline = bytes[at] === newline;
    const lineAt = onNewline ? at + 1 : at;
    const frame = onNewline ? frameAt(bytes, lineAt) : undefined;
    const end = frame?.end ?? nextNewline(bytes, lineAt);
    segments.push(
      frame
        ? { kind: 'record', start: base + at, end: base + end, json: frame.json }
        : { kind: 'bad', start: base + at, end: base + end, torn: isTorn(bytes, lineAt, end) },
    );
    at = end;
  }
  return segments;
}

function nextNewline(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(newline, from);
  return found === -1 ? bytes.length : found;
}
