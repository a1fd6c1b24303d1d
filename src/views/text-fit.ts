/** Measures and shortens text. Shorten first, escape afterwards: half an escape is none. */
import { plain } from './escape.js';

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const mark = /[\p{Mn}\p{Me}]/u;

/** Terminal columns of one character. */
function columnsOf(character: string): number {
  // Nearly all text is ASCII, and two expressions a character add up over thousands of titles.
  if (character <= '~') return 1;
  if (mark.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Terminal columns a line takes. */
export function columns(text: string): number {
  let sum = 0;
  for (const character of text) sum += columnsOf(character);
  return sum;
}

/** The beginning of a line that fits, the ellipsis included. */
export function clip(text: string, columnsMax: number, ellipsis = '…'): string {
  return clipBy(text, columnsMax, ellipsis, columnsOf);
}

/** The same, by a measure of one's own. */
export function clipBy(text: string, max: number, ellipsis: string, measure: (character: string) => number): string {
  let room = max;
  for (const character of ellipsis) room -= measure(character);
  let used = 0;
  let end = 0;
  let kept = 0;
  for (const character of text) {
    used += measure(character);
    end += character.length;
    if (used <= room) kept = end;
    if (used > max) return room < 0 ? '' : text.slice(0, kept).trimEnd() + ellipsis;
  }
  return text;
}

/** A title as it stands on one line. Hidden characters go before the clipping, or they would push the text out. */
export const oneLine = (text: string, columnsMax: number, ellipsis?: string): string =>
  clip(plain(text).replace(/\s+/gu, ' ').trim(), columnsMax, ellipsis);
