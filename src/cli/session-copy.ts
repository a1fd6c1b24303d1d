/** A session folded here from the records an engine gives: pictures need all of it, and an engine gives only pages. */
import assert from 'node:assert';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionEngine } from '../engine/port.js';
import { begin, fold } from '../session/fold.js';
import type { SessionState } from '../session/state.js';
import { Refused } from './command.js';
import { replayOn, soundRecords, type Sound } from './replayed.js';
import type { Workspace } from './workspace.js';

const pageRecords = 500;

export interface ReadSession {
  readonly copy: SessionCopy;
  readonly head: string;
  /** Set when the journal is damaged: the copy ends where it breaks. */
  readonly damage: string | undefined;
}

/** Through the engine; where that gives nothing, the sound part of the journal itself. */
export async function readSession({ engine, store }: Workspace, id: string): Promise<ReadSession> {
  try {
    const { head, damage } = await engine.query(id, { kind: 'overview' });
    return { copy: await SessionCopy.of(engine, id), head, damage };
  } catch (error) {
    const { records, damage } = await soundRecords(store, id);
    const reason = unreadable(id, { records, damage });
    if (reason !== undefined) throw new Refused('SESSION_UNREADABLE', reason, `Run proctor audit ${id}`);
    const last = records.at(-1);
    if (!last)
      throw new Refused('NO_RECORDS', `Nothing has been recorded in ${id}.`, `proctor delete ${id} removes it.`);
    if (!damage) throw error;
    const copy = SessionCopy.from(id, records);
    return { copy, head: `${last.seq}:${last.hash.slice(0, 32)}`, damage: damage.reason };
  }
}

/** Why nothing of a journal can be shown, if so. */
export function unreadable(id: string, { records, damage }: Sound): string | undefined {
  if (records.length === 0) return damage && `Nothing of it can be read: ${damage.reason}.`;
  const { stopped } = replayOn(id, records);
  return stopped && `Record ${stopped.seq} does not replay: ${stopped.reason}.`;
}

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

  static from(id: string, records: readonly { readonly record: JournalRecord }[]): SessionCopy {
    const copy = new SessionCopy(id);
    for (const { record } of records) copy.take(record);
    return copy;
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
