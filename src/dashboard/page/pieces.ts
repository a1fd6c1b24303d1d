/** A long text in pieces that are laid out each by itself: the time to break one paragraph grows with its square. */

/** Long enough that a megabyte is a few hundred elements. */
const pieceMax = 2000;

/**
 * All of the text, in order. A piece ends behind a line's end if one is near; else within a line, but never within a
 * character.
 */
export function piecesOf(text: string, max = pieceMax): string[] {
  const pieces = [];
  for (let start = 0; start < text.length;) {
    const end = endOf(text, start, max);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function endOf(text: string, start: number, max: number): number {
  const end = start + max;
  if (end >= text.length) return text.length;
  // The line's end may be one further: a piece that began with it would show an empty line.
  const newline = text.slice(start, end + 1).lastIndexOf('\n');
  if (newline >= 0) return start + newline + 1;
  return isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end)) ? end - 1 : end;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
