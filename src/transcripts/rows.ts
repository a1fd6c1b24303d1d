/**
 * The lines of a transcript as loose JSON: clients change their formats, so every field is looked at before it is used.
 * Anybody can lay a file down here, so that reading one ends at the first row that does not fit, keeps none of them, and
 * lets other requests have their turn.
 */
import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';

export type Fields = Readonly<Record<string, unknown>>;

/** Agents write a few thousand; small rows by the million would take their time. */
export const rowsMax = 100_000;

/** Room for an image or two. A row is parsed at one go, and this much of the worst kind takes half a second. */
export const lineBytesMax = 4 * 1024 * 1024;

/** How much is read before others have their turn. */
const bytesAtOnce = 256 * 1024;
const rowsAtOnce = 1000;

export interface RowsRead {
  /** Of those that fitted. */
  readonly count: number;
  /** Why reading ended before the end. */
  readonly fault?: string;
}

/** Says what is wrong with a row, if anything is. Lines are counted from 1. */
export type Visit = (row: Fields, line: number) => string | undefined;

/** A last line cut short is passed over: the agent may still be writing it. */
export async function readRows(bytes: Buffer, visit: Visit): Promise<RowsRead> {
  let count = 0;
  let pausedAt = 0;
  for (const { line, begin, end, isCut } of linesOf(bytes)) {
    if (count >= rowsMax) return { count, fault: `only its first ${rowsMax} rows were looked at: ${another}` };
    if (end - begin > lineBytesMax)
      return { count, fault: `line ${line} is longer than ${lineBytesMax / 1024 / 1024} MiB: ${another}` };
    const row = parsed(bytes.toString('utf8', begin, end));
    if (!row && isCut) break;
    const fault = row
      ? visit(row, line)
      : `line ${line} is not a JSON object, and its client writes nothing else: ${another}`;
    if (fault !== undefined) return { count, fault };
    count += 1;
    if (count % rowsAtOnce !== 0 && end - pausedAt < bytesAtOnce) continue;
    pausedAt = end;
    await othersHadTheirTurn();
  }
  return { count };
}

export const another = 'start another agent for this node';

export interface Line {
  readonly line: number;
  readonly begin: number;
  readonly end: number;
  /** Whether the bytes ended before the line did. */
  readonly isCut: boolean;
}

const [newline, carriageReturn, tab, space] = [10, 13, 9, 32] as const;

/** Those that are not blank, one by one: no list of them is ever made. */
export function* linesOf(bytes: Buffer): Generator<Line> {
  let line = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === newline) line += 1;
    if (byte === newline || byte === carriageReturn || byte === tab || byte === space) continue;
    const found = bytes.indexOf(newline, at);
    const end = found === -1 ? bytes.length : found;
    yield { line, begin: at, end, isCut: found === -1 };
    line += 1;
    at = end;
  }
}

/** Whether there is nothing in it at all. */
export const isBlank = (bytes: Buffer): boolean => linesOf(bytes).next().done === true;

/** Undefined, too, while it is still being written. */
export function firstRow(bytes: Buffer): Fields | undefined {
  const first = linesOf(bytes).next();
  if (first.done === true || first.value.isCut) return undefined;
  return parsed(bytes.toString('utf8', first.value.begin, first.value.end)) ?? {};
}

function parsed(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Of a text, or of the blocks of text a message is made of: results of tools have texts, too, and are no words of it. */
export const messageText = (content: unknown, blockType = 'text'): string =>
  textOf(content) ??
  listOf(content)
    .map(fieldsOf)
    .flatMap((block) => (block['type'] === blockType ? (textOf(block['text']) ?? []) : []))
    .join('\n');

/** The tools a message calls, by name. */
export const toolsIn = (content: unknown): string[] =>
  listOf(content)
    .map(fieldsOf)
    .flatMap((block) => (block['type'] === 'tool_use' ? [textOf(block['name']) ?? 'a tool without a name'] : []));

/** When a row says it was written, in milliseconds. */
export function timeOf(row: Fields): number | undefined {
  const time = Date.parse(textOf(row['timestamp']) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
