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

/** How data becomes text and back; null for text that is something else. */
export interface Codec<T> {
  readonly toText: (data: T) => string;
  readonly fromBytes: (bytes: Buffer) => T | null;
}

const asJson: Codec<unknown> = {
  toText: (data) => JSON.stringify(data),
  fromBytes: (bytes) => JSON.parse(bytes.toString('utf8')) as unknown,
};

export class SyncingAdapter<T> implements Adapter<T> {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #nonce: () => string;
  readonly #codec: Codec<T>;

  constructor(disk: Disk, path: string, nonce: () => string, codec: Codec<T> = asJson as Codec<T>) {
    this.#disk = disk;
    this.#path = path;
    this.#nonce = nonce;
    this.#codec = codec;
  }

  async read(): Promise<T | null> {
    try {
      const bytes = await this.#disk.readFile(this.#path);
      const frame = bytes?.[0] === newline ? frameAt(bytes, 1) : undefined;
      return frame && frame.end === bytes?.length ? this.#codec.fromBytes(frame.json) : null;
    } catch {
      return null;
    }
  }

  async write(data: T): Promise<void> {
    const bytes = encode(this.#codec.toText(data));
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
    const current = await this.#disk.stat(this.#path);
    const isOurs = (name: string) => name.startsWith(`${basename(this.#path)}.`);
    if (current) await sweepTemporaries(this.#disk, dirname(this.#path), current.mtimeMs, isOurs);
  }
}

/** Those much older than `beforeMs`; a temporary file is written in no time. */
export async function sweepTemporaries(
  disk: Disk,
  dir: string,
  beforeMs: number,
  isOurs: (name: string) => boolean = () => true,
): Promise<void> {
  for (const name of await disk.list(dir)) {
    if (!isOurs(name) || !name.endsWith('.tmp')) continue;
    const found = await disk.stat(join(dir, name));
    if (found && found.mtimeMs < beforeMs - leftBehindMs) await disk.remove(join(dir, name));
  }
}
