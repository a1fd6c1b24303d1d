/**
 * Wakes what is due: a timer for the sessions this process knows, and a look at the whole store now and then, because
 * the process that set a deadline may be gone. Several may wake the same thing; the first to append it wins.
 */
import type { Board } from '../../../machines/measures/board.js';
import type { Store } from '../../store/store.js';
import { nextDue } from './due.js';

export interface TimekeeperOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  /** Whether a ticket of the session waits for a time, a run or a commit; known without opening it where it can be. */
  readonly hasWaiting: (sessionId: string) => Promise<boolean>;
  readonly tend: (sessionId: string) => Promise<void>;
}

/** Far deadlines are looked at again before they come; no timer is set for longer. */
const timerMsMax = 60_000;
const lookMs = 5000;

export class Timekeeper {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #looking: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly options: TimekeeperOptions) {}

  start(): void {
    void this.#look();
  }

  /** Sets the timer of a session to the next thing due in it. */
  watch(sessionId: string, board: Board): void {
    clearTimeout(this.#timers.get(sessionId));
    this.#timers.delete(sessionId);
    const due = nextDue(board.active());
    if (due === undefined || this.#isStopped) return;
    const ms = Math.min(Math.max(due - this.options.now(), 0), timerMsMax);
    const timer = setTimeout(() => void this.#tend(sessionId), ms).unref();
    this.#timers.set(sessionId, timer);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#looking);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #look(): Promise<void> {
    const { store, warn, hasWaiting } = this.options;
    try {
      const ids = await store.sessions();
      for (const id of ids) {
        if (this.#isStopped) return;
        if (!this.#timers.has(id) && (await hasWaiting(id))) await this.#tend(id);
      }
      await store.index.save(ids);
    } catch (error) {
      warn(`deadlines could not be looked at: ${String(error)}`);
    }
    if (!this.#isStopped) this.#looking = setTimeout(() => void this.#look(), lookMs).unref();
  }

  /** A session that cannot be opened says why to whoever asks for it. */
  async #tend(sessionId: string): Promise<void> {
    clearTimeout(this.#timers.get(sessionId));
    this.#timers.delete(sessionId);
    if (!this.#isStopped) await this.options.tend(sessionId).catch(() => undefined);
  }
}
