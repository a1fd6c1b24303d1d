/**
 * Summaries of sessions, so that listing a thousand of them need not open each. A summary counts only while its journal
 * has the size and time it was made from. Never the truth: losing the file costs time, and the last writer wins.
 */
import { join } from 'node:path';
import { Low } from 'lowdb';
import { z } from 'zod';
import type { Disk } from './disk.js';
import { indexName } from './fresh-summaries.js';
import type { CacheOptions } from './snapshots.js';
import { SyncingAdapter } from './syncing-adapter.js';

const StoredIndex = z.object({
  v: z.literal(1),
  /** Which shape the summaries have; another one is no use to us. */
  shape: z.string(),
  sessions: z.record(z.string(), z.object({ size: z.number(), mtimeMs: z.number(), summary: z.unknown() })),
});
type StoredIndex = z.infer<typeof StoredIndex>;

export interface IndexOptions extends CacheOptions {
  /** Names what summaries hold, and changes when that does. */
  readonly shape: string;
}

export class SessionIndex {
  readonly #disk: Disk;
  readonly #journalOf: (session: string) => string;
  readonly #options: IndexOptions;
  readonly #adapter: SyncingAdapter<unknown>;
  #stored: Promise<StoredIndex> | undefined;
  #changed = false;

  constructor(disk: Disk, root: string, journalOf: (session: string) => string, options: IndexOptions) {
    this.#disk = disk;
    this.#journalOf = journalOf;
    this.#options = options;
    this.#adapter = new SyncingAdapter(disk, join(root, indexName), options.nonce);
  }

  /** The kept summary if it still counts, else a new one. */
  async summary<S>(session: string, recompute: () => Promise<S>): Promise<S> {
    const { sessions } = await this.#load();
    // Before the summary is made: a record appended meanwhile makes it count no more, never too long.
    const journal = await this.#disk.stat(this.#journalOf(session));
    const kept = sessions[session];
    if (journal && kept?.size === journal.size && kept.mtimeMs === journal.mtimeMs) return kept.summary as S;
    const summary = await recompute();
    if (journal) sessions[session] = { size: journal.size, mtimeMs: journal.mtimeMs, summary };
    this.#changed = true;
    return summary;
  }

  /** Its summary is made anew, although its journal has the size and time it had. */
  async forget(session: string): Promise<void> {
    const { sessions } = await this.#load();
    Reflect.deleteProperty(sessions, session);
  }

  /** Keeps what has been learnt since the last time, without the sessions that are no longer there. */
  async save(sessionsThere: readonly string[]): Promise<void> {
    if (!this.#changed || this.#stored === undefined) return;
    const { sessions, ...rest } = await this.#stored;
    const there = new Set(sessionsThere);
    const kept = Object.fromEntries(Object.entries(sessions).filter(([session]) => there.has(session)));
    try {
      await new Low<unknown>(this.#adapter, { ...rest, sessions: kept }).write();
      await this.#adapter.sweep();
      this.#changed = false;
    } catch (error) {
      this.#options.onWarning(`The index of sessions was not kept, listing will be slower: ${String(error)}`);
    }
  }

  async #load(): Promise<StoredIndex> {
    this.#stored ??= this.#read();
    return this.#stored;
  }

  async #read(): Promise<StoredIndex> {
    const { shape } = this.#options;
    const low = new Low<unknown>(this.#adapter, null);
    await low.read();
    const { data } = StoredIndex.safeParse(low.data);
    return data?.shape === shape ? data : { v: 1, shape, sessions: {} };
  }
}
