/**
 * One line of a journal: a newline, the checksum and the length of some JSON, and the JSON. Pure; knows nothing of what
 * the JSON says. The newline comes first, so that a torn write spoils only its own line.
 */
import { strict as assert } from 'node:assert';
import { crc32 } from 'node:zlib';

/** Far above the largest request, and a large snapshot still fits; a longer length is a damaged header. */
export const jsonBytesMax = 64 * 1024 * 1024;

export const newline = 0x0a;
/** Checksum, space, eight digits of length, space. */
export const headerBytesMax = 18;
const headerPattern = /^([0-9a-f]{8}) ([1-9][0-9]{0,7}) /;

export interface Header {
  readonly checksum: number;
  readonly jsonBytes: number;
  /** Where the JSON begins. */
  readonly bodyAt: number;
}

/** A whole line whose checksum holds. Positions count from the start of the bytes searched. */
export interface Frame {
  readonly json: Buffer;
  readonly end: number;
}

export function encode(json: string): Buffer {
  const body = Buffer.from(json, 'utf8');
  assert(body.length > 0 && body.length <= jsonBytesMax, `a line holds 1 to ${jsonBytesMax} bytes, not ${body.length}`);
  const checksum = crc32(body).toString(16).padStart(8, '0');
  return Buffer.concat([Buffer.from(`\n${checksum} ${body.length} `, 'latin1'), body]);
}

/** The header at `at`, just after a newline. */
export function headerAt(bytes: Buffer, at: number): Header | undefined {
  const found = headerPattern.exec(bytes.toString('latin1', at, at + headerBytesMax));
  const [whole, checksum, length] = found ?? [];
  if (whole === undefined || checksum === undefined || Number(length) > jsonBytesMax) return undefined;
  return { checksum: Number.parseInt(checksum, 16), jsonBytes: Number(length), bodyAt: at + whole.length };
}

/** The frame whose header stands at `at`, if it is all there and checks. What follows it does not matter. */
export function frameAt(bytes: Buffer, at: number): Frame | undefined {
  const header = headerAt(bytes, at);
  if (header === undefined) return undefined;
  const end = header.bodyAt + header.jsonBytes;
  if (end > bytes.length) return undefined;
  const json = bytes.subarray(header.bodyAt, end);
  return crc32(json) === header.checksum ? { json, end } : undefined;
}
