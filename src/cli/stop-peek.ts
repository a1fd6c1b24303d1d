/**
 * Most stops have nothing in their way, and the index says so: then neither the charts nor a session need be loaded.
 * Only ever a short cut to "nothing holds it up"; every other answer takes the long way.
 */
import type { StopRole } from '../../machines/schema/command.js';
import { summaryShape } from '../engine/port.js';
import { freshSummaries } from '../store/fresh-summaries.js';
import { realDisk } from '../store/real-disk.js';
import { StopBlocks } from '../store/stop-blocks.js';
import { ownDirs } from './own-dirs.js';

export interface Peek {
  readonly role: StopRole;
  readonly clientSession: string;
  readonly places: readonly string[];
  readonly dataDir: string;
}

/** Whether the stop goes through, for certain; that ends its row too. */
export async function isPlainlyFree({ role, clientSession, places, dataDir }: Peek): Promise<boolean> {
  const summaries = await freshSummaries(realDisk, dataDir, summaryShape);
  if (!summaries) return false;
  const isOwn = await ownDirs(places);
  for (const summary of summaries) {
    const known = figuresOf(summary, role);
    if (!known) return false;
    if ((known.holds > 0 || known.damaged) && (await isOwn(known.projectDir))) return false;
  }
  // Ending a row takes no name of a temporary file.
  await new StopBlocks({ disk: realDisk, root: dataDir, now: Date.now, nonce: () => '' }).end({ clientSession, role });
  return true;
}

/** A summary is what some process wrote into a file: a field that is something else is no answer. */
function figuresOf(summary: unknown, role: StopRole) {
  if (!isRecord(summary) || !isRecord(summary['holds'])) return undefined;
  const { projectDir, damaged, holds } = summary;
  const count = holds[role];
  if (typeof projectDir !== 'string' || typeof damaged !== 'boolean' || typeof count !== 'number') return undefined;
  return { projectDir, damaged, holds: count };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
