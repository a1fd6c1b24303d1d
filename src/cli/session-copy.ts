/** A session folded here from the records an engine gives: pictures need all of it, and an engine gives only pages. */
import assert from 'node:assert';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionEngine } from '../engine/port.js';
import { begin, fold } from '../session/fold.js';
import type { SessionState } from '../session/state.js';

const pageRecords = 500;

export class SessionCopy {
  readonly records: JournalRecord[] = [];
  #state: SessionState | undefined;

  private constructor(readonly id: string) {}

  static async of(engine: SessionEngine, id: string): Promise<SessionCopy> {
    const copy = new SessionCopy(id);
    for (;;) {
      const records = await engine.records(id, copy.records.length, pageRecords);
      for (const record of records) copy.take(record);
      if (records.length < pageRecords) return copy;
    }
  }

  get state(): SessionState {
    assert(this.#state, `session ${this.id} has no record yet`);
    return this.#state;
  }

  take(record: JournalRecord): void {
    if (this.#state) fold(this.#state, record);
    else this.#state = begin(this.id, record);
    this.records.push(record);
  }
}
