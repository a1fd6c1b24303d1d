/**
 * A session's state as it was at some record, so that opening it need not replay everything before. Only ever a short
 * cut: a snapshot that is missing or damaged is undefined, one that cannot be written is a warning.
 */
import { join } from 'node:path';
import { Low } from 'lowdb';
import { z } from 'zod';
import type { Disk } from './disk.js';
import { isReadOnlyStore } from './fault.js';
import { SyncingAdapter } from './syncing-adapter.js';
import type { TrustedPosition } from './trusted-position.js';

export const snapshotName = 'snapshot.json';

export interface Snapshot extends TrustedPosition {
  /** Whoever reads it checks that it is a state it still understands. */
  readonly state: unknown;
  /** As the index has it, of this state; undefined where another version of Proctor wrote it. */
  readonly summary?: unknown;
}

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const StoredSnapshot = z.object({
  v: z.literal(1),
  seq: count.min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  time: count,
  offset: count,
  /** How far each record begins after the one before it: shorter to write than where it begins. */
  steps: z.array(count),
  state: z.unknown(),
  /** Absent from snapshots of earlier versions. */
  summary: z.object({ shape: z.string(), value: z.unknown() }).optional(),
});
type StoredSnapshot = z.infer<typeof StoredSnapshot>;

export interface CacheOptions {
  readonly nonce: () => string;
  readonly onWarning: (message: string) => void;
}

export interface SnapshotOptions extends CacheOptions {
  /** Names what summaries hold, and changes when that does. */
  readonly shape: string;
}

export class Snapshots {
  readonly #disk: Disk;
  readonly #dirOf: (session: string) => string;
  readonly #options: SnapshotOptions;

  constructor(disk: Disk, dirOf: (session: string) => string, options: SnapshotOptions) {
    this.#disk = disk;
    this.#dirOf = dirOf;
    this.#options = options;
  }

  async load(session: string): Promise<Snapshot | undefined> {
    const low = new Low<unknown>(this.#adapter(session), null);
    await low.read();
    const { data } = StoredSnapshot.safeParse(low.data);
    if (data?.steps.length !== data?.seq || data === undefined) return undefined;
    const { seq, hash, time, offset, steps, state, summary } = data;
    const kept = summary?.shape === this.#options.shape ? { summary: summary.value } : {};
    return { seq, hash, time, offset, offsets: offsetsFrom(steps), state, ...kept };
  }

  /** Whether it was written after the journal last changed. One that was changed in place shows by this. */
  async isSince(session: string, journalMs: number): Promise<boolean> {
    const found = await this.#disk.stat(join(this.#dirOf(session), snapshotName));
    return found !== undefined && found.mtimeMs >= journalMs;
  }

  /** Whether it was written. */
  async save(session: string, { seq, hash, time, offset, offsets, state, summary: value }: Snapshot): Promise<boolean> {
    const summary = value === undefined ? undefined : { shape: this.#options.shape, value };
    const stored: StoredSnapshot = { v: 1, seq, hash, time, offset, steps: stepsFrom(offsets), state, summary };
    const adapter = this.#adapter(session);
    try {
      await new Low<unknown>(adapter, stored).write();
      await adapter.sweep();
      return true;
    } catch (error) {
      if (!isReadOnlyStore(error))
        this.#options.onWarning(`No snapshot of ${session} was kept, it will open more slowly: ${String(error)}`);
      return false;
    }
  }

  #adapter(session: string): SyncingAdapter<unknown> {
    return new SyncingAdapter(this.#disk, join(this.#dirOf(session), snapshotName), this.#options.nonce);
  }
}

function stepsFrom(offsets: readonly number[]): number[] {
  return offsets.map((offset, index) => offset - (offsets[index - 1] ?? 0));
}

function offsetsFrom(steps: readonly number[]): number[] {
  let offset = 0;
  return steps.map((step) => (offset += step));
}
