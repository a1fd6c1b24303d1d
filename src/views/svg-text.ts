/** Text for pictures: no font can be measured here, so widths are estimated on the generous side. */
import { clipBy } from './text-fit.js';
import { plain } from './escape.js';

/** Shares of the font size. */
function widthOf(character: string): number {
  if (/[il.,:;'|!()[\]jtfr ]/.test(character)) return 0.34;
  if (/[mwMW@%…]/.test(character)) return 0.9;
  if (/[A-Z]/.test(character)) return 0.68;
  if (character <= '~') return 0.57;
  return /[\u1100-\u11FF\u2E80-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFFE6\u{1F000}-\u{3FFFD}]/u.test(character)
    ? 1
    : 0.66;
}

export function pixelsOf(text: string, fontSize: number): number {
  let sum = 0;
  for (const character of text) sum += widthOf(character);
  return sum * fontSize;
}

/** Breaks at spaces into at most so many lines; what is left over ends in an ellipsis. */
export function wrap(text: string, pixels: number, fontSize: number, linesMax: number): string[] {
  const lines: string[] = [];
  const words = plain(text).split(/\s+/u).filter(Boolean);
  while (words.length > 0 && lines.length < linesMax) {
    const isLast = lines.length === linesMax - 1;
    lines.push(isLast ? words.splice(0).join(' ') : takeLine(words, pixels, fontSize));
  }
  return lines.map((line) => clipBy(line, pixels / fontSize, '…', widthOf));
}

/** A word wider than the line is broken: some scripts have no spaces, and a path can be one long word. */
function takeLine(words: string[], pixels: number, fontSize: number): string {
  let line = words.shift() ?? '';
  if (pixelsOf(line, fontSize) > pixels) {
    const head = clipBy(line, pixels / fontSize, '', widthOf);
    words.unshift(line.slice(head.length));
    return head;
  }
  for (let next = words[0]; next !== undefined; next = words[0]) {
    if (pixelsOf(`${line} ${next}`, fontSize) > pixels) break;
    line += ` ${next}`;
    words.shift();
  }
  return line;
}
