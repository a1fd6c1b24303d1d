/** The logs of sessions somebody looks at: each is read once, whoever looks, and followed until nobody does. */
import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunResult } from '../../machines/schema/ticket.js';
import type { SessionEngine, TailDamage } from '../engine/port.js';
import type { SessionState } from '../session/state.js';
import type { LogEntry } from '../views/log-entry.js';
import { Past } from './past.js';
import { SessionLog } from './session-log.js';
import type { LogDamage } from './wire.js';

type Engine = Pick<SessionEngine, 'tail' | 'query' | 'records'>;

/** Fewer than the engine keeps open: following more would open and close them in turn. */
const sessionsMax = 12;
/** Read without giving way to other requests. */
const recordsATurn = 50;
/** In one message. */
const entriesMax = 500;

/** A few entries, that these were all there are, or why there will be no more. */
export type Told = readonly LogEntry[] | 'live' | LogDamage;

interface Followed {
  readonly log: SessionLog;
  readonly stop: AbortController;
  readonly waiting: Set<() => void>;
  watchers: number;
  /** Why nothing can follow, while its journal is damaged. */
  damage: LogDamage | undefined;
  /** Why it is not followed any more. */
  failure: Error | undefined;
}

export class Logs {
  readonly #engine: Engine;
  readonly #followed = new Map<string, Followed>();
  readonly #past: Past;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#past = new Past(engine);
  }

  /**
   * What came after a record and all that comes, in order, until the signal or a failure; `live` when everything there
   * was at the beginning is told, and again when damage that was told of is repaired.
   */
  async *follow(id: string, after: number, signal: AbortSignal): AsyncGenerator<Told> {
    const followed = this.#of(id);
    followed.watchers += 1;
    try {
      const before = await this.#head(id);
      let isLive = false;
      let damage: LogDamage | undefined;
      for (let seq = after; !signal.aborted;) {
        const entries = followed.log.after(seq, entriesMax);
        seq += entries.length;
        if (entries.length > 0) yield entries;
        if (!isLive && followed.log.seq >= before && seq >= before) {
          isLive = true;
          yield 'live';
        }
        if (entries.length > 0) continue;
        if (followed.damage !== damage) {
          damage = followed.damage;
          yield damage ?? 'live';
          continue;
        }
        if (followed.failure !== undefined) throw followed.failure;
        else await more(followed, signal);
      }
    } finally {
      followed.watchers -= 1;
    }
  }

  /** The session after a record, for looking at; null: after the last one there is. */
  async at(id: string, seq: number | null): Promise<SessionState> {
    const { log, failure } = await this.#caughtUp(id);
    const state = log.state;
    if (!state) throw failure ?? new Error(`session ${id} cannot be read`);
    return seq === null || seq >= state.seq ? state : this.#past.at(id, seq);
  }

  /** Record 0 is the beginning, which every session has. */
  async has(id: string, seq: number, time: number | null): Promise<boolean> {
    const { log, failure } = await this.#caughtUp(id);
    if (!log.state) throw failure ?? new Error(`session ${id} cannot be read`);
    const [entry] = seq === 0 ? [] : log.after(seq - 1, 1);
    return seq === 0 || (entry !== undefined && (time === null || entry.time === time));
  }

  /** The output of that hash, if a run of this very session has it. */
  async output(id: string, hash: string): Promise<RunResult['output'] | undefined> {
    return (await this.#caughtUp(id)).log.output(hash);
  }

  close(): void {
    for (const id of [...this.#followed.keys()]) this.#leave(id);
  }

  /** Read as far as it was when somebody asked. */
  async #caughtUp(id: string): Promise<Followed> {
    const followed = this.#of(id);
    // Not left for another session meanwhile.
    followed.watchers += 1;
    try {
      const seq = await this.#head(id);
      // Damage ahead of a snapshot is known only once the records are read.
      const isOver = () => followed.log.seq >= seq || followed.failure !== undefined || followed.damage !== undefined;
      while (!isOver()) await more(followed, followed.stop.signal);
      return followed;
    } finally {
      followed.watchers -= 1;
    }
  }

  async #head(id: string): Promise<number> {
    const { head } = await this.#engine.query(id, { kind: 'overview' });
    return Number(head.split(':')[0]);
  }

  #of(id: string): Followed {
    const known = this.#followed.get(id);
    if (known && known.failure === undefined) return known;
    if (known) this.#past.forget(id);
    const idle = [...this.#followed].find(([, { watchers }]) => watchers === 0)?.[0];
    if (this.#followed.size >= sessionsMax && idle !== undefined) this.#leave(idle);
    const followed: Followed = {
      log: new SessionLog(id),
      stop: new AbortController(),
      waiting: new Set(),
      watchers: 0,
      damage: undefined,
      failure: undefined,
    };
    // One listener for each who waits.
    setMaxListeners(0, followed.stop.signal);
    this.#followed.set(id, followed);
    void this.#read(id, followed);
    return followed;
  }

  async #read(id: string, followed: Followed): Promise<void> {
    const { log, stop } = followed;
    const hear = (damage: TailDamage | undefined) => {
      if (followed.damage?.message === damage?.fault.message) return;
      followed.damage = damage && damageOf(damage);
      wake(followed);
    };
    try {
      for await (const record of this.#engine.tail(id, 0, stop.signal, hear)) {
        log.take(record);
        if (log.seq % recordsATurn === 0) await nextTurn();
        wake(followed);
      }
      followed.failure = new Error(`session ${id} is not followed any more`);
    } catch (error) {
      followed.failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      wake(followed);
    }
  }

  #leave(id: string): void {
    this.#followed.get(id)?.stop.abort();
    this.#followed.delete(id);
  }
}

const damageOf = ({ seq, fault: { code, message, fix } }: TailDamage): LogDamage => ({ seq, code, message, fix });

function wake({ waiting }: Followed): void {
  for (const resolve of waiting) resolve();
  waiting.clear();
}

async function more({ waiting }: Followed, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      waiting.delete(done);
      resolve();
    };
    waiting.add(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
