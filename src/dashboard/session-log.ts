/**
 * One session told record by record: the entries so far, and the session as it is after the last of them. Its actors
 * wait for nothing, so it is simply forgotten: stopping them one by one takes seconds where there are thousands.
 */
import type { JournalRecord } from '../../machines/schema/record.js';
import type { RunResult } from '../../machines/schema/ticket.js';
import { begin, fold } from '../session/fold.js';
import type { SessionState } from '../session/state.js';
import { logEntry, losingChildren, type LogEntry } from '../views/log-entry.js';
import { runIn } from '../views/ticket-detail.js';

export class SessionLog {
  readonly #id: string;
  readonly #entries: LogEntry[] = [];
  readonly #outputs = new Map<string, RunResult['output']>();
  #state: SessionState | undefined;

  constructor(id: string) {
    this.#id = id;
  }

  /** Of the last record taken; 0 before the first. */
  get seq(): number {
    return this.#state?.seq ?? 0;
  }

  get state(): SessionState | undefined {
    return this.#state;
  }

  /** The output of that hash, if a run so far has it. */
  output(hash: string): RunResult['output'] | undefined {
    return this.#outputs.get(hash);
  }

  take(record: JournalRecord): LogEntry {
    const losing = this.#state ? losingChildren(this.#state, record) : [];
    if (this.#state) fold(this.#state, record);
    else this.#state = begin(this.#id, record);
    const run = record.outcome === 'OK' ? runIn(record.command) : undefined;
    if (run) this.#outputs.set(run.output.hash, run.output);
    const entry = logEntry(this.#state, record, losing);
    this.#entries.push(entry);
    return entry;
  }

  /** What came after a record, in order; records are numbered from 1 without a gap. */
  after(seq: number, max: number): readonly LogEntry[] {
    return this.#entries.slice(seq, seq + max);
  }
}
