/** Why a stop is held up, for the agent that reads it: what is left, and the next call for each. Bounded in size. */
import { plural } from '../../machines/measures/text.js';
import type { StopRole } from '../../machines/schema/command.js';
import { plain } from '../views/escape.js';
import type { Hold } from '../views/stop-holds.js';
import { clipBy } from '../views/text-fit.js';

export interface Held {
  readonly sessionId: string;
  /** The first of them; none where enough were found elsewhere. */
  readonly holds: readonly Hold[];
  readonly count: number;
}

export const holdsShown = 5;
const titleChars = 60;
const nextChars = 300;
/** Of the lines; what stands around them takes no more than the rest of 2 KiB. */
const linesBytesMax = 1400;

const duties: Readonly<Record<StopRole, string>> = {
  system3: 'handed off and not yet closed by your checks',
  orchestrator: 'at work in its verification gate',
  solo: 'not proven yet',
};

export function stopReason(
  role: StopRole,
  held: readonly Held[],
  { block, blocksMax }: { block: number; blocksMax: number },
): string {
  const lines: string[] = [];
  let bytes = 0;
  for (const line of held.flatMap(({ sessionId, holds }) => holds.map((hold) => holdLine(sessionId, hold)))) {
    bytes += Buffer.byteLength(line) + 1;
    if (lines.length === holdsShown || (lines.length > 0 && bytes > linesBytesMax)) break;
    lines.push(line);
  }
  const count = held.reduce((sum, each) => sum + each.count, 0);
  const more = count - lines.length;
  return [
    `Proctor: do not stop yet. ${plural(count, 'piece')} of work ${count === 1 ? 'is' : 'are'} ${duties[role]}:`,
    ...lines,
    ...(more > 0 ? [`- and ${more} more: ticket_status, or tot_status without arguments`] : []),
    `No way on? ticket_escalate asks for a person and costs nothing; tot_end with outcome "inconclusive" ends an investigation honestly. (Stop ${block} of ${blocksMax} held up; after that it goes through and is recorded as stopped_unverified.)`,
  ].join('\n');
}

/** Characters, not columns: marks take bytes and no columns. */
const short = (text: string, charsMax: number): string =>
  clipBy(plain(text).replace(/\s+/gu, ' ').trim(), charsMax, '…', () => 1);

function holdLine(sessionId: string, { ticketId, title, state, next }: Hold): string {
  const name = ticketId ?? 'The investigation';
  return `- ${name} "${short(title, titleChars)}" (${state}, session ${sessionId}): ${short(next, nextChars)}`;
}
