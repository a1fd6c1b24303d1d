/** What was kept of a run's output, for the page: never altered bytes as if the run had printed them. */
import { createHash } from 'node:crypto';
import { keptBytesMax, leftOutLine, leftOutLineBytesMax } from '../../machines/measures/kept-output.js';
import { redacted } from '../../machines/measures/redact.js';
import { failingLines } from '../../machines/measures/test-summary.js';
import type { RunResult } from '../../machines/schema/ticket.js';
import type { HttpRefusal } from '../transports/http/refusal.js';
import { plainLines, withoutColours } from '../views/escape.js';
import type { OutputCompared } from './wire.js';

export type ShownOutput =
  | { readonly kind: 'shown'; readonly text: string; readonly compared: OutputCompared }
  | { readonly kind: 'unknown' | 'missing' | 'altered' };

/** What stands for bytes that are no text, once they were read as text. */
const noText = '\uFFFD';

/** `excerptOf` is asked only where the hash does not tell. */
export async function shownOutput(
  kept: Uint8Array,
  { hash, bytes }: RunResult['output'],
  excerptOf: () => Promise<string | undefined>,
): Promise<ShownOutput> {
  const text = Buffer.from(kept).toString('utf8');
  const isSame = createHash('sha256').update(kept).digest('hex') === hash;
  const compared = isSame ? 'same' : explained(bytes, kept, text);
  // The excerpt was made of what was then kept: it comes out again, unless somebody changed that since.
  if (!compared || (!isSame && failingLines(text) !== (await excerptOf()))) return { kind: 'altered' };
  return { kind: 'shown', text: plainLines(withoutColours(text)), compared };
}

/** The hash is of all that was printed, before anything was left out or replaced; undefined: nothing explains the difference. */
function explained(bytes: number, kept: Uint8Array, text: string): OutputCompared | undefined {
  const leftOut = leftOutLine(bytes);
  const whole =
    leftOut === undefined ? bytes : keptBytesMax - leftOutLineBytesMax + Buffer.byteLength(`\n${leftOut}\n`);
  const secrets = timesIn(text, redacted);
  const broken = timesIn(text, noText);
  // One to three bytes that are no text became three; a secret was of any length.
  const isTooLong = kept.length > whole + 2 * broken + redacted.length * secrets;
  if (isTooLong || (kept.length < whole && secrets === 0)) return undefined;
  if (leftOut !== undefined && text.includes(`\n${leftOut}\n`)) return 'cut';
  return secrets + broken > 0 ? 'masked' : undefined;
}

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

export const notShown: Readonly<Record<Exclude<ShownOutput['kind'], 'shown'>, HttpRefusal>> = {
  unknown: {
    status: 404,
    code: 'NOT_FOUND',
    message: 'No run of this session has an output of that hash.',
    fix: 'Take the hash from a run that the ticket shows.',
  },
  missing: {
    status: 404,
    code: 'OUTPUT_MISSING',
    message: 'The output of this run is not in the store: it was removed, or the disk would not take it.',
    fix: 'The journal has its excerpt, size and hash. To see it all, run the command again in the same tree.',
  },
  altered: {
    status: 409,
    code: 'OUTPUT_ALTERED',
    message: 'What the store has of this output is not what the run printed: its hash is another.',
    fix: 'Somebody changed the file. The excerpt is in the journal; to see it all, run the command again in the same tree.',
  },
};
