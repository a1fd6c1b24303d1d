/** How much of a run's output is kept: all of it, or its beginning and its end with a line for what is missing between. */

export const headBytesMax = 256 * 1024;
export const tailBytesMax = 768 * 1024;
export const keptBytesMax = headBytesMax + tailBytesMax;
/** Taken from the end's share, so that the line that says what is missing does not push the whole over its cap. */
export const leftOutLineBytesMax = 80;

/** The line that stands for the middle of an output of that length; undefined where nothing is left out. */
export function leftOutLine(outputBytes: number): string | undefined {
  if (outputBytes <= keptBytesMax) return undefined;
  return `[proctor: ${outputBytes - keptBytesMax + leftOutLineBytesMax} bytes left out here]`;
}
