/** Findings as a list of ticks: what was looked at, what came of it, and below it what to do. */
import { marksFor, painter, wrap } from './style.js';

export interface Finding {
  /** `note` is worth knowing and harmless; `warn` works, and not as well as it could. */
  readonly kind: 'ok' | 'bad' | 'warn' | 'note';
  readonly subject: string;
  readonly text: string;
  /** What to do about it. */
  readonly fix?: string;
}

const subjectColumns = 9;

export function checklist(
  findings: readonly Finding[],
  {
    color,
    width,
    ascii = false,
    columns = subjectColumns,
  }: { color: boolean; width: number; ascii?: boolean; columns?: number },
): string[] {
  const { green, red, yellow, dim } = painter(color);
  const marks = marksFor(ascii);
  const paints = { ok: green, bad: red, warn: yellow, note: dim };
  const indent = ' '.repeat(columns + 4);
  const room = Math.max(20, width - indent.length);
  return findings.flatMap(({ kind, subject, text, fix = '' }) => [
    ...wrap(text, room).map((line, at) =>
      at === 0
        ? `${paints[kind](marks[kind])} ${dim(subject.padEnd(columns))}  ${kind === 'bad' ? red(line) : line}`
        : indent + (kind === 'bad' ? red(line) : line),
    ),
    ...wrap(fix, room).map((line) => indent + dim(line)),
  ]);
}
