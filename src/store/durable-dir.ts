/** Makes directories whose names outlive a crash. A name is durable once the directory it lies in is synced. */
import { dirname } from 'node:path';
import { codeOf, type Disk } from './disk.js';

/**
 * Syncs the directory, the one it lies in, and those of every parent that was missing. Also if it was there already:
 * whoever made it may not have come to its own sync.
 */
export async function makeDurableDir(disk: Disk, dir: string): Promise<void> {
  const parents = new Set([dirname(dir)]);
  for (let at = dirname(dir); at !== dirname(at) && (await disk.stat(at)) === undefined; at = dirname(at))
    parents.add(dirname(at));
  await disk.makeDir(dir);
  await disk.syncDir(dir);
  for (const parent of parents) await syncParent(disk, parent);
}

/** A parent may belong to somebody who lets us pass but not look; then its sync is theirs too. */
async function syncParent(disk: Disk, parent: string): Promise<void> {
  try {
    await disk.syncDir(parent);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
  }
}
