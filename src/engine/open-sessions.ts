/**
 * The sessions this process holds open. Whoever uses one keeps it open; the one used longest ago makes room when
 * nobody does. A session that failed is never used again: the next call opens it afresh, and where a sync had failed
 * the store gives it for reading only.
 */
import { SessionId } from '../../machines/schema/id.js';
import { Fault } from '../store/fault.js';
import type { Store } from '../store/store.js';
import { LiveSession } from './live-session.js';
import { systemTimers, type Timers } from './timers.js';

interface Entry {
  opening: Promise<LiveSession>;
  /** Whether a session that is not there is made. */
  creates: boolean;
  users: number;
  usedAt: number;
  failed: boolean;
}

export interface OpenSessionsOptions {
  readonly store: Store;
  readonly warn: (message: string) => void;
  readonly timers?: Timers;
  /** How many are kept in memory while nobody uses them. */
  readonly openSessionsMax?: number;
}

/** Enough for one client. */
const usualMax = 16;
const idleMs = 2000;

export class OpenSessions {
  readonly #options: OpenSessionsOptions;
  readonly #timers: Timers;
  readonly #entries = new Map<string, Entry>();
  /** Sessions on their way out: closing waits for them. */
  readonly #leaving = new Set<Promise<void>>();
  /** Read whole when they are opened, until they are found sound: what lies ahead of a snapshot may have been changed. */
  readonly #suspects = new Set<string>();
  #uses = 0;
  #closed = false;
  #stopIdling: () => void = () => undefined;

  constructor(options: OpenSessionsOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Runs when everything before it on that session has. */
  async use<T>(id: string, { create }: { create: boolean }, work: (session: LiveSession) => Promise<T>): Promise<T> {
    const entry = this.#entry(id, create);
    entry.users += 1;
    try {
      const session = await entry.opening;
      return await session.inTurn(async () => this.#work(entry, session, create, work));
    } finally {
      entry.users -= 1;
      entry.usedAt = this.#uses += 1;
      if (entry.failed) this.#leave(id, entry);
      else this.#makeRoom();
    }
  }

  /** Whoever uses it next reads it from the disk, all of it; what this process knew of it is kept nowhere. */
  async suspect(id: string): Promise<void> {
    this.#options.store.index.forget(id);
    this.#suspects.add(id);
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.failed = true;
    this.#leave(id, entry);
  }

  /** Keeps the snapshot near, once the reply is on its way and when nothing happens for a while. */
  tend(session: LiveSession): void {
    this.#timers.soon(() => {
      if (session.snapshotDue) this.#snapshotInTurn(session.id);
    });
    this.#stopIdling();
    this.#stopIdling = this.#timers.later(() => {
      for (const id of this.#entries.keys()) this.#snapshotInTurn(id);
    }, idleMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopIdling();
    for (const [id, entry] of this.#entries) this.#leave(id, entry);
    await Promise.all(this.#leaving);
  }

  /** The id is matched before it may touch a path. */
  #entry(id: string, create: boolean): Entry {
    this.#assertOpen();
    if (!SessionId.safeParse(id).success) throw sessionNotFound(id);
    const open = async () => this.#opened(id, create);
    const known = this.#entries.get(id);
    // Somebody looks for it and finds nothing, while somebody else is about to make it.
    if (known && create && !known.creates) this.#await(id, known, known.opening.catch(open));
    if (known) known.creates ||= create;
    if (known) return known;
    const opening = open();
    const entry: Entry = { opening, creates: create, users: 0, usedAt: 0, failed: false };
    this.#entries.set(id, entry);
    this.#await(id, entry, opening);
    return entry;
  }

  async #opened(id: string, create: boolean): Promise<LiveSession> {
    const whole = this.#suspects.has(id);
    const session = await LiveSession.open(this.#options.store, id, { create, whole });
    if (whole && session.journal.damage === undefined) this.#suspects.delete(id);
    return session;
  }

  #await(id: string, entry: Entry, opening: Promise<LiveSession>): void {
    entry.opening = opening;
    opening.catch(() => {
      if (entry.opening !== opening) return;
      entry.failed = true;
      this.#forget(id, entry);
    });
  }

  async #work<T>(entry: Entry, session: LiveSession, create: boolean, work: (session: LiveSession) => Promise<T>) {
    // Whoever was still waiting for the session to open: its file is about to be closed.
    this.#assertOpen();
    try {
      // Another process may have made the session since our own start of it failed.
      if (session.isEmpty && !create) await session.catchUp();
      if (session.isEmpty) session.journal.assertWritable();
      if (session.isEmpty && !create) throw sessionNotFound(session.id);
      return await work(session);
    } catch (error) {
      if (!mayRetry(error)) {
        entry.failed = true;
        this.#forget(session.id, entry);
      }
      throw error;
    }
  }

  #assertOpen(): void {
    if (!this.#closed) return;
    throw new Fault('SHUTTING_DOWN', 'Proctor is shutting down.', { retry: true, fix: 'Repeat the call.' });
  }

  #forget(id: string, entry: Entry): void {
    if (this.#entries.get(id) === entry) this.#entries.delete(id);
  }

  #makeRoom(): void {
    if (this.#entries.size <= (this.#options.openSessionsMax ?? usualMax)) return;
    const unused = [...this.#entries].filter(([, { users }]) => users === 0);
    const [oldest] = unused.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest) this.#leave(...oldest);
  }

  /** Out of the list at once; its file is closed when the last user is done. */
  #leave(id: string, entry: Entry): void {
    this.#forget(id, entry);
    if (entry.failed && entry.users > 0) return;
    const left = this.#shut(entry).finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  async #shut({ opening, failed }: Entry): Promise<void> {
    const session = await opening.catch(() => undefined);
    await session?.inTurn(async () => {
      if (!failed) await this.#snapshot(session);
      await session.journal.close().catch(() => undefined);
    });
  }

  #snapshotInTurn(id: string): void {
    if (this.#closed || !this.#entries.has(id)) return;
    void this.use(id, { create: false }, async (session) => this.#snapshot(session)).catch(() => undefined);
  }

  /** A snapshot saves time at the next opening; without it nothing is lost. */
  async #snapshot(session: LiveSession): Promise<void> {
    try {
      await session.saveSnapshot();
    } catch (error) {
      this.#options.warn(`snapshot of ${session.id} not written: ${String(error)}`);
    }
  }
}

/** Then nothing has happened, and the session goes on. */
export const mayRetry = (error: unknown): boolean => error instanceof Fault && error.retry;

const sessionNotFound = (id: string): Fault =>
  new Fault('SESSION_NOT_FOUND', `There is no session ${JSON.stringify(id.slice(0, 60))} in this store.`, {
    retry: false,
    fix: 'List the open sessions with tot_status (no arguments), or start one with tot_start.',
  });
