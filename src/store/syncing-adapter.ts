/**
 * lowdb's way to a file that several processes replace and a crash may interrupt: a temporary file with a name of its
 * own, sync, rename, sync of the directory. For what can be rebuilt only: a file that does not check reads as none.
 */
import { basename, dirname, join } from 'node:path';
import type { Adapter } from 'lowdb';
import type { Disk } from './disk.js';
import { faultFrom } from './fault.js';
import { encode, frameAt, newline } from './frame.js';

/** A temporary file this much older than the file it was for has been left behind by a crash. */
const leftBehindMs = 60_000;

export class SyncingAdapter<T> implements Adapter<T> {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #nonce: () => string;

  constructor(disk: Disk, path: string, nonce: () => string) {
    this.#disk = disk;
    this.#path = path;
    this.#nonce = nonce;
  }

  async read(): Promise<T | null> {
    try {
      const bytes = await this.#disk.readFile(this.#path);
      const frame = bytes?.[0] === newline ? frameAt(bytes, 1) : undefined;
      return frame && frame.end === bytes?.length ? (JSON.parse(frame.json.toString('utf8')) as T) : null;
    } catch {
      return null;
    }
  }

  async write(data: T): Promise<void> {
    const bytes = encode(JSON.stringify(data));
    const temporary = `${this.#path}.${this.#nonce()}.tmp`;
    try {
      await this.#disk.writeNew(temporary, bytes);
      await this.#disk.rename(temporary, this.#path);
      await this.#disk.syncDir(dirname(this.#path));
    } catch (error) {
      await this.#disk.remove(temporary).catch(() => undefined);
      throw faultFrom(error, `write ${basename(this.#path)}`);
    }
  }

  /** Removes what crashed writers left; those at work are younger than the file they replace. */
  async sweep(): Promise<void> {
    const dir = dirname(this.#path);
    const current = await this.#disk.stat(this.#path);
    if (current === undefined) return;
    for (const name of await this.#disk.list(dir)) {
      if (!name.startsWith(`${basename(this.#path)}.`) || !name.endsWith('.tmp')) continue;
      const found = await this.#disk.stat(join(dir, name));
      if (found && found.mtimeMs < current.mtimeMs - leftBehindMs) await this.#disk.remove(join(dir, name));
    }
  }
}
