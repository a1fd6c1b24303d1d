/** Colours, widths and words for a terminal. Whatever agents wrote comes here through `plain` or `oneLine` only. */
import { plain } from '../views/escape.js';
import { clip, columns } from '../views/text-fit.js';

export type Paint = (text: string) => string;
export type Painter = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', Paint>>;

const none: Paint = (text) => text;
const sgr =
  (code: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${code}m${text}\u001b[0m`;

const plainPainter: Painter = { bold: none, dim: none, red: none, green: none, yellow: none, cyan: none };
/** Of the 16 colours, which follow the person's theme. */
const colorPainter: Painter = {
  bold: sgr(1),
  dim: sgr(2),
  red: sgr(31),
  green: sgr(32),
  yellow: sgr(33),
  cyan: sgr(36),
};

export const painter = (color: boolean): Painter => (color ? colorPainter : plainPainter);

export interface Marks {
  readonly ok: string;
  readonly bad: string;
  readonly warn: string;
  readonly open: string;
  readonly note: string;
  readonly dot: string;
  readonly full: string;
  readonly empty: string;
  readonly more: string;
}

const unicodeMarks: Marks = {
  ok: '✓',
  bad: '✕',
  warn: '!',
  open: '●',
  note: '·',
  dot: ' · ',
  full: '█',
  empty: '░',
  more: '…',
};
const asciiMarks: Marks = {
  ok: '+',
  bad: 'x',
  warn: '!',
  open: '*',
  note: '-',
  dot: ' - ',
  full: '#',
  empty: '.',
  more: '...',
};

export const marksFor = (ascii: boolean): Marks => (ascii ? asciiMarks : unicodeMarks);

/**
 * Words folded into lines of at most `width` columns. Without `linesMax` a longer word, such as a path, stays whole;
 * with it the rest is cut off and shown to be.
 */
export function wrap(text: string, width: number, linesMax = Infinity, more = '…'): string[] {
  const lines: string[] = [];
  for (const word of plain(text).split(/\s+/u).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart();
    if (lines.length > 0 && columns(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(linesMax === Infinity ? word : clip(word, width, more));
  }
  if (lines.length <= linesMax) return lines;
  const [last = '', next = ''] = lines.slice(linesMax - 1);
  return [...lines.slice(0, linesMax - 1), clip(`${last} ${next}`, width, more)];
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - columns(text)));
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - columns(text))) + text;

const units: [ms: number, name: string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** How long, in the largest unit that fits: `4 min`. */
export function duration(ms: number): string {
  const [unit, name] = units.find(([each]) => ms >= each) ?? [1, ''];
  return name === '' ? 'now' : `${Math.floor(ms / unit)} ${name}`;
}

export const ago = (ms: number): string => (ms < 1000 ? 'just now' : `${duration(ms)} ago`);
