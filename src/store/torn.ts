/**
 * Tells a write that was cut short, which nobody was told had succeeded, from damage to one that may have been. Pure.
 *
 * A line is torn if what stands before its first hole (the zeros of pages that never reached the disk) is a proper
 * prefix of a line as Proctor writes it. One flipped bit must never make a whole record look like that, so four
 * disguises are looked through: a length made larger; a byte turned into a lone zero; a byte turned into a newline,
 * which splits a record; and a newline turned into something else, which glues a record to the torn line before it.
 */
import { crc32 } from 'node:zlib';
import { frameAt, headerAt, headerBytesMax } from './frame.js';

const nul = 0x00;
/** Bytes that occur in a line and are one bit away from zero: space, at sign, a byte within a UTF-8 character. */
const oneBitFromNul = [0x20, 0x40, 0x80];
/** The same for the newline: asterisk, J, a byte within a UTF-8 character. */
const oneBitFromNewline = [0x2a, 0x4a, 0x8a];

const headerPrefix = /^(?:[0-9a-f]{0,8}|[0-9a-f]{8} (?:[1-9][0-9]{0,7})?)$/;

/** A header after any byte that is one bit away from a newline. */
// eslint-disable-next-line no-control-regex -- control characters are what some flips make of a newline
const gluedHeader = /[\x02\x08\x0b\x0e\x1a*J\x8a](?=[0-9a-f]{8} [1-9][0-9]{0,7} )/g;

/** Judges the bytes from `start`, just after a newline or a record, to `end`, the next newline or the end of the file. */
export function isTorn(bytes: Buffer, start: number, end: number): boolean {
  const line = bytes.subarray(start, end);
  const hole = line.indexOf(nul);
  const written = hole === -1 ? line : line.subarray(0, hole);
  if (!isCut(written) || swallowsRecord(line)) return false;
  if (hole !== -1 && checksWith(oneBitFromNul, line, hole)) return false;
  return end === bytes.length || !isSplit(bytes, start, end);
}

/** Whether these bytes are how a line begins, and not all of one. */
function isCut(written: Buffer): boolean {
  if (written.length <= headerBytesMax && headerPrefix.test(written.toString('latin1'))) return true;
  const header = headerAt(written, 0);
  if (header === undefined) return false;
  const body = written.subarray(header.bodyAt);
  return body.length < header.jsonBytes && crc32(body) !== header.checksum;
}

/** Whether the line and what follows its newline were one record before that newline appeared in it. */
function isSplit(bytes: Buffer, start: number, end: number): boolean {
  const header = headerAt(bytes, start);
  if (header === undefined) return false;
  const whole = bytes.subarray(start, header.bodyAt + header.jsonBytes);
  return checksWith(oneBitFromNewline, whole, end - start);
}

/** Whether putting one of `candidates` back at `at` gives a record that checks. */
function checksWith(candidates: readonly number[], line: Buffer, at: number): boolean {
  const restored = Buffer.from(line);
  return candidates.some((byte) => {
    restored[at] = byte;
    return frameAt(restored, 0) !== undefined;
  });
}

function swallowsRecord(line: Buffer): boolean {
  for (const { index } of line.toString('latin1').matchAll(gluedHeader)) {
    const frame = frameAt(line, index + 1);
    if (frame && isObject(frame.json)) return true;
  }
  return false;
}

/** Text within a record has its quotes escaped, so nothing an agent writes passes for a swallowed record. */
function isObject(json: Buffer): boolean {
  const text = json.toString('utf8');
  if (!text.startsWith('{"')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
