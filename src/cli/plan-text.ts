/** What the text of a plan's fields means: paths, commands, criteria, ids, requirements. Pure. */

const bullet = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s*)?/;
const fence = /^\s*(?:`{3,}|~{3,}).*$/;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => !fence.test(line));

/** Backticks around the whole of it are Markdown's, not its own. */
const bare = (text: string): string => {
  const trimmed = text.trim();
  return /^`[^`]+`$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
};

/** Paths separated by commas or lines; a comma within braces belongs to the pattern. */
export function pathsOf(text: string): string[] {
  return linesOf(text)
    .flatMap((line) => splitOutsideBraces(line.replace(bullet, '')))
    .map(bare)
    .filter((path) => path !== '');
}

function splitOutsideBraces(line: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of line) {
    if (character === '{') depth += 1;
    else if (character === '}') depth = Math.max(0, depth - 1);
    if (character === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts;
}

/** Several lines are steps, one after the other; lines that begin with # are comments. */
export const commandOf = (text: string): string =>
  linesOf(text)
    .map((line) => bare(line.replace(bullet, '')))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (line.endsWith('&&') ? line.slice(0, -2).trimEnd() : line))
    .join(' && ');

export const idsOf = (text: string): string[] =>
  linesOf(text)
    .flatMap((line) => line.replace(bullet, '').split(/[\s,]+/u))
    .map(bare)
    .filter((id) => id !== '');

/** A line of a wrapped paragraph reaches about this far. */
const wrappedColumnsMin = 50;

/** List items where there is a list; else paragraphs where there are several; else lines, unless they are one sentence. */
export function criteriaOf(text: string): string[] {
  const lines = linesOf(text);
  if (lines.some((line) => bullet.test(line))) return itemsOf(lines);
  const paragraphs = paragraphsOf(lines);
  const [only = []] = paragraphs;
  if (paragraphs.length > 1) return paragraphs.map((paragraph) => paragraph.join(' '));
  return isWrapped(only) ? [only.join(' ')] : only;
}

/** What follows an item without a mark of its own goes on with it; what stands before the first is a heading. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const text = line.replace(bullet, '').trim();
    if (bullet.test(line)) items.push(text);
    else if (text !== '' && items.length > 0) items.push(`${items.pop() ?? ''} ${text}`);
  }
  return items.filter((item) => item !== '');
}

function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of lines)
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trim());
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

/** Long lines that end in mid-sentence are one paragraph, folded by an editor. */
const isWrapped = (lines: readonly string[]): boolean =>
  lines.length > 1 && lines.slice(0, -1).every((line) => line.length >= wrappedColumnsMin && !/[.;:!?]$/.test(line));

/** `ID: what is required`, a line each; undefined where one cannot be read. */
export function requirementsOf(text: string): { id: string; text: string }[] | undefined {
  const items = linesOf(text)
    .map((line) => line.replace(bullet, '').trim())
    .filter((line) => line !== '')
    .map((line) => /^`?([^\s:`]{1,60})`?\s*:\s*(\S.*)$/u.exec(line));
  if (items.some((item) => item === null)) return undefined;
  return items.map((item) => ({ id: item?.[1] ?? '', text: item?.[2] ?? '' }));
}
