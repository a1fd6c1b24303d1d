/**
 * Most stops have nothing in their way, and the index says so: then neither the charts nor a session need be loaded.
 * Only ever a short cut to "nothing holds it up"; every other answer takes the long way.
 */
import type { StopRole } from '../../machines/schema/command.js';
import { summaryShape } from '../engine/port.js';
import { freshRows } from '../store/fresh-summaries.js';
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
  const rows = await freshRows(realDisk, dataDir, summaryShape, await ownDirs(places));
  if (!rows || rows.some(({ holds, damaged }) => holds[role] > 0 || damaged)) return false;
  // Ending a row takes no name of a temporary file.
  await new StopBlocks({ disk: realDisk, root: dataDir, now: Date.now, nonce: () => '' }).end({ clientSession, role });
  return true;
}
