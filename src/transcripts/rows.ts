/** The lines of a transcript as loose JSON: clients change their formats, so every field is looked at before it is used. */

export type Fields = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly rows: readonly Fields[];
  /** Lines that are no JSON object, counted from 1. */
  readonly bad: readonly number[];
}

/** A last line cut short is passed over: the agent may still be writing it. */
export function rowsOf(text: string): Rows {
  const lines = text.split('\n');
  const rows: Fields[] = [];
  const bad: number[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const row = parsed(line);
    if (row) rows.push(row);
    else if (index < lines.length - 1) bad.push(index + 1);
  });
  return { rows, bad };
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

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Of a text, or of the blocks of text a message is made of. */
export const messageText = (content: unknown): string =>
  textOf(content) ??
  listOf(content)
    .flatMap((block) => textOf(fieldsOf(block)['text']) ?? [])
    .join('\n');

/** When a row says it was written, in milliseconds. */
export function timeOf(row: Fields): number | undefined {
  const time = Date.parse(textOf(row['timestamp']) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
