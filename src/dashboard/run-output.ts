/** What was kept of a run's output, for the page: never altered bytes as if the run had printed them. */
import { createHash } from 'node:crypto';
import { leftOutLine } from '../../machines/measures/kept-output.js';
import { redacted } from '../../machines/measures/redact.js';
import type { RunResult } from '../../machines/schema/ticket.js';
import type { HttpRefusal } from '../transports/http/refusal.js';
import { plainLines, withoutColours } from '../views/escape.js';
import type { OutputCompared } from './wire.js';

export type ShownOutput =
  | { readonly kind: 'shown'; readonly text: string; readonly compared: OutputCompared }
  | { readonly kind: 'unknown' | 'missing' | 'altered' };

/** What stands for bytes that are no text, once they were read as text. */
const noText = '\uFFFD';

export function shownOutput(kept: Uint8Array, named: RunResult['output']): ShownOutput {
  const text = Buffer.from(kept).toString('utf8');
  const compared = comparedWith(named, kept, text);
  return compared ? { kind: 'shown', text: plainLines(withoutColours(text)), compared } : { kind: 'altered' };
}

/** The hash is of all that was printed, before anything was left out or replaced; undefined: nothing explains the difference. */
function comparedWith(
  { hash, bytes }: RunResult['output'],
  kept: Uint8Array,
  text: string,
): OutputCompared | undefined {
  if (createHash('sha256').update(kept).digest('hex') === hash) return 'same';
  const leftOut = leftOutLine(bytes);
  if (leftOut !== undefined && text.includes(`\n${leftOut}\n`)) return 'cut';
  return text.includes(redacted) || text.includes(noText) ? 'masked' : undefined;
}

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
    message: 'The output of this run is not in the store any more.',
    fix: 'The journal has its excerpt, size and hash. To see it all, run the command again in the same tree.',
  },
  altered: {
    status: 409,
    code: 'OUTPUT_ALTERED',
    message: 'What the store has of this output is not what the run printed: its hash is another.',
    fix: 'Somebody changed the file. The excerpt is in the journal; to see it all, run the command again in the same tree.',
  },
};
