/**
 * How often in a row a client's stop has been held up. Each stop is a process of its own, so the count lies in a small
 * file a client and role. Never the truth about anything: a count that is lost begins anew.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from './disk.js';
import { orFault } from './fault.js';
import { SyncingAdapter } from './syncing-adapter.js';

/** What may stand there is so little that it is checked by hand: every stop comes by here. */
interface Stored {
  readonly v: 1;
  readonly blocks: number;
}

/** Nobody comes back to a row after this long. */
const keptMs = 7 * 86_400_000;

export interface StopBlocksOptions {
  readonly disk: Disk;
  /** The data directory. */
  readonly root: string;
  readonly now: () => number;
  readonly nonce: () => string;
}

export class StopBlocks {
  readonly #options: StopBlocksOptions;
  readonly #dir: string;

  constructor(options: StopBlocksOptions) {
    this.#options = options;
    this.#dir = join(options.root, 'stops');
  }

  async inARow(row: StopRow): Promise<number> {
    const { v, blocks = 0 }: Partial<Stored> = (await this.#file(row).read()) ?? {};
    return v === 1 && Number.isInteger(blocks) && blocks >= 0 ? blocks : 0;
  }

  /** The first of a row clears away rows that were left behind. */
  async set(row: StopRow, blocks: number): Promise<void> {
    await orFault('count the stops', async () => {
      await this.#options.disk.makeDir(this.#dir);
      await this.#file(row).write({ v: 1, blocks });
    });
    if (blocks === 1) await this.#sweep().catch(() => undefined);
  }

  async end(row: StopRow): Promise<void> {
    await orFault('end the count of stops', async () => this.#options.disk.remove(this.#path(row)));
  }

  #file(row: StopRow): SyncingAdapter<Partial<Stored>> {
    const { disk, nonce } = this.#options;
    return new SyncingAdapter(disk, this.#path(row), nonce);
  }

  /** The client's name for its session may be anything: it touches no path but by its hash. */
  #path({ clientSession, role }: StopRow): string {
    const name = createHash('sha256')
      .update(JSON.stringify([role, clientSession]))
      .digest('hex')
      .slice(0, 32);
    return join(this.#dir, `${name}.json`);
  }

  async #sweep(): Promise<void> {
    const { disk, now } = this.#options;
    for (const name of await disk.list(this.#dir)) {
      const path = join(this.#dir, name);
      const found = await disk.stat(path);
      if (found && found.mtimeMs < now() - keptMs) await disk.remove(path);
    }
  }
}

export interface StopRow {
  readonly clientSession: string;
  readonly role: string;
}
