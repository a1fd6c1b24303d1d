/**
 * Which sessions a directory has. Listing many thousand names takes a while, so it is listed again only when it changed: a
 * directory has the time at which a name last came or went.
 */
import type { SessionId } from '../../machines/schema/id.js';
import { isSessionId } from '../../machines/schema/session-id.js';
import type { Disk } from './disk.js';

/** Some file systems tell times no finer than this: what changed so shortly before may have changed again unseen. */
const timeStepMs = 3000;

export class DirectoryNames {
  #listed: { readonly mtimeMs: number; readonly ids: readonly SessionId[] } | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly dir: string,
    private readonly now: () => number,
  ) {}

  /** In order, and the same array while none came or went. */
  async sessions(): Promise<readonly SessionId[]> {
    const found = await this.disk.stat(this.dir);
    if (found && this.#listed?.mtimeMs === found.mtimeMs) return this.#listed.ids;
    const ids = (await this.disk.list(this.dir)).filter(isSessionId).sort();
    // Times are compared with the clock they were taken from; one that is not told says nothing.
    const isSettled = found !== undefined && found.mtimeMs > 0 && Math.abs(this.now() - found.mtimeMs) > timeStepMs;
    this.#listed = isSettled ? { mtimeMs: found.mtimeMs, ids } : undefined;
    return ids;
  }
}
