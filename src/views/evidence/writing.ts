/** How words of agents and facts of the server are written into evidence: escaped, without secrets, each with how it is known. */
import { redact } from '../../../machines/measures/redact.js';
import type { Principal } from '../../../machines/schema/record.js';
import { markdownText, plain } from '../escape.js';
import { principalWords } from '../principal-words.js';
import { clip } from '../text-fit.js';

const proseMax = 1200;

/** What somebody said, in one line of Markdown. */
export const prose = (text: string): string => markdownText(clip(redact(text), proseMax).trim());

/** What somebody said, in a cell of a table: the pipe is escaped with all other punctuation. */
export const cell = (text: string): string => prose(text) || '–';

/** A path, a command, a hash: as it is, unless it would end the span. */
export function code(text: string): string {
  const line = plain(redact(text)).slice(0, 500);
  return line.includes('`') || line.trim() === '' ? markdownText(line) : `\`${line}\``;
}

export const iso = (ms: number): string => new Date(ms).toISOString();

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** `executor e1 (claimed)` */
export const who = (by: Principal): string => principalWords(by, code);

/** How a thing is known; the words of the honesty levels. */
export const claimed = 'H0 claimed';
export const observed = 'H3 observed';
export const person = 'a person';

export const known = (how: string): string => `*[${how}]*`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${' --- |'.repeat(head.length)}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

/** A page of blocks, each separated by an empty line. */
export const page = (blocks: readonly (readonly string[])[]): string =>
  `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
