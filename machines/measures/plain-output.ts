/** The output of a program as lines of plain text: no colours, no control or invisible characters. */

const escape = String.fromCharCode(27);

/** Sequences that colour and move, that set titles and links, and the short ones. Each ends within its own line. */
const sequences = new RegExp(
  [
    `${escape}\\[[0-?]*[ -/]*[@-~]`,
    `${escape}\\][^\\n${escape}\\u0007]*(?:\\u0007|${escape}\\\\)?`,
    `${escape}[ -~]`,
  ].join('|'),
  'gu',
);

/** What is left of the controls, and characters that reorder or hide text. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** No summary is longer, and what reads a line must not take long over one that a program made without end. */
const lineCharsMax = 2000;

export function plainLines(output: string): string[] {
  return output
    .replace(sequences, '')
    .split(/\r\n|\n|\r/u)
    .map((line) => line.slice(0, lineCharsMax).replaceAll('\t', '  ').replace(unseen, '').trimEnd());
}
