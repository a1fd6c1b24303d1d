/**
 * Wakes what is due: a timer for the sessions this process knows, and a question to the index every few seconds, because
 * the process that set a deadline may be gone. Several may wake the same thing; the first to append it wins.
 */
import type { Board } from '../../../machines/measures/board.js';
import type { Store } from '../../store/store.js';
import { nextDue } from './due.js';

export interface TimekeeperOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  /** Every session with when something is due in it. Of one that rested, as it was a minute ago. */
  readonly sessions: () => Promise<readonly { readonly sessionId: string; readonly dueAt: number | null }[]>;
  readonly tend: (sessionId: string) => Promise<void>;
}

/** Far deadlines are looked at again before they come; no timer is set for longer. */
const timerMsMax = 60_000;
const lookMs = 5000;
/** What was learnt of sessions is kept the first time and then every half a minute. */
const savedLooks = 6;

export class Timekeeper {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #looking: NodeJS.Timeout | undefined;
  #isStopped = false;
  #looks = 0;

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
    const { store, now, warn, sessions } = this.options;
    try {
      for (const { sessionId, dueAt } of await sessions()) {
        if (this.#isStopped) return;
        if (dueAt !== null && dueAt <= now() && !this.#timers.has(sessionId)) await this.#tend(sessionId);
      }
      this.#looks += 1;
      if (this.#looks % savedLooks === 1) await store.index.save();
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
