/** Makes directories whose names outlive a crash. A name is durable once the directory it lies in is synced. */
import { dirname } from 'node:path';
import { codeOf, type Disk } from './disk.js';

export async function makeDurableDir(disk: Disk, dir: string): Promise<void> {
  await disk.makeDir(dir);
  await syncNames(disk, dir);
}

/**
 * Syncs a directory and all it lies in, whoever made them: another process may have made one a moment ago, and not have
 * come to its own sync. Costs little, because a directory without changes has nothing to write.
 */
export async function syncNames(disk: Disk, dir: string): Promise<void> {
  await disk.syncDir(dir);
  for (let at = dir; at !== dirname(at); at = dirname(at)) await syncParent(disk, dirname(at));
}

/** A parent may belong to somebody who lets us pass but not look; then its sync is theirs too. */
async function syncParent(disk: Disk, parent: string): Promise<void> {
  try {
    await disk.syncDir(parent);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
  }
}
