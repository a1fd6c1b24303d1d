/** A session as it was after an earlier record, replayed from its journal. Going forward goes on from the last place. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SessionEngine } from '../engine/port.js';
import { SessionLog } from './session-log.js';
import type { SessionState } from '../session/state.js';

/** Replayed without giving way to other requests. */
const recordsATurn = 50;

export class Past {
  readonly #engine: Pick<SessionEngine, 'records'>;
  #last: { readonly id: string; readonly log: SessionLog } | undefined;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(engine: Pick<SessionEngine, 'records'>) {
    this.#engine = engine;
  }

  /** One after the other: they share the place they go on from. */
  async at(id: string, seq: number): Promise<SessionState> {
    const turn = this.#busy.then(async () => this.#replay(id, seq));
    this.#busy = turn.catch(() => undefined);
    return turn;
  }

  /** What was replayed of it may not be what its journal holds now. */
  forget(id: string): void {
    if (this.#last?.id === id) this.#last = undefined;
  }

  async #replay(id: string, seq: number): Promise<SessionState> {
    const isBefore = this.#last?.id !== id || this.#last.log.seq > seq;
    const log = !isBefore && this.#last ? this.#last.log : new SessionLog(id);
    this.#last = { id, log };
    while (log.seq < seq) {
      const records = await this.#engine.records(id, log.seq, Math.min(recordsATurn, seq - log.seq));
      if (records.length === 0) break;
      for (const record of records) log.take(record);
      await nextTurn();
    }
    if (!log.state) throw new Error(`session ${id} has no record ${seq}`);
    return log.state;
  }
}
