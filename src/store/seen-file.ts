/**
 * Notices when a file that only ever grows was changed otherwise: in place, cut, or by another file of its name. Knows it
 * as it was when all that was in it had been read.
 */
import type { DiskStat } from './disk.js';

export class SeenFile {
  #last: DiskStat | undefined;

  /** Not while somebody appends: what came since is not read yet. */
  saw(stat: DiskStat, bytesRead: number): void {
    if (stat.size === bytesRead) this.#last = stat;
  }

  /** Whether it is as it was, has grown, or is not what it was. */
  compare(stat: DiskStat): 'same' | 'grown' | 'other' {
    const { id, size, mtimeMs } = this.#last ?? stat;
    if (stat.id !== id || stat.size < size) return 'other';
    if (stat.size > size) return 'grown';
    return stat.mtimeMs === mtimeMs ? 'same' : 'other';
  }
}
