/** Findings as a list of ticks: what was looked at, what came of it, and below it what to do. */
import { marksFor, painter, wrap } from './style.js';

export interface Finding {
  /** `note` is worth knowing and harmless. */
  readonly kind: 'ok' | 'bad' | 'note';
  readonly subject: string;
  readonly text: string;
}

const subjectColumns = 9;

export function checklist(
  findings: readonly Finding[],
  { color, width, ascii = false }: { color: boolean; width: number; ascii?: boolean },
): string[] {
  const { green, red, dim } = painter(color);
  const marks = marksFor(ascii);
  const paints = { ok: green, bad: red, note: dim };
  const indent = ' '.repeat(subjectColumns + 4);
  return findings.flatMap(({ kind, subject, text }) =>
    wrap(text, Math.max(20, width - indent.length)).map((line, at) =>
      at === 0
        ? `${paints[kind](marks[kind])} ${dim(subject.padEnd(subjectColumns))}  ${kind === 'bad' ? red(line) : line}`
        : indent + (kind === 'bad' ? red(line) : line),
    ),
  );
}
