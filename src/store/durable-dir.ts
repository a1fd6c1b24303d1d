/** Makes directories whose names outlive a crash. A file's own name is durable once the directory it lies in is synced. */
import { dirname } from 'node:path';
import type { Disk } from './disk.js';

/** Syncs the directory, the one it lies in, and those of every parent that was missing. */
export async function makeDurableDir(disk: Disk, dir: string): Promise<void> {
  const toSync = new Set([dir, dirname(dir)]);
  for (let at = dirname(dir); at !== dirname(at) && (await disk.stat(at)) === undefined; at = dirname(at))
    toSync.add(dirname(at));
  await disk.makeDir(dir);
  for (const path of toSync) await disk.syncDir(path);
}
