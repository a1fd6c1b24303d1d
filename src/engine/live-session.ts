/**
 * One session in this process: its journal, its live actors, and the turn of commands. Commands run one at a time;
 * what other processes append is folded in before each.
 */
import assert from 'node:assert';
import type { Command } from '../../machines/schema/command.js';
import type { AcceptedRecord, JournalRecord, Principal } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';
import { begin, fold } from '../session/fold.js';
import { foremost } from '../session/foremost.js';
import { plan, planFirst } from '../session/plan.js';
import type { Gathered, Plan } from '../session/planned.js';
import { restoreSession, storeSession, StoredSession, type SessionState } from '../session/state.js';
import { Fault } from '../store/fault.js';
import type { RecordBody } from '../store/journal-options.js';
import type { Journal } from '../store/journal.js';
import type { Store } from '../store/store.js';
import { infoOf } from './session-info.js';

export interface Attempt {
  readonly command: Command;
  readonly by: Principal;
  readonly requestId: string | undefined;
  /** A digest of the command: the same request id with another one is not the same request. */
  readonly payload: string;
}

/** What became of a command: the record that settled it, now or earlier. */
export type Settled =
  | { readonly kind: 'accepted'; readonly record: AcceptedRecord }
  | { readonly kind: 'refused'; readonly violations: readonly Violation[] }
  | { readonly kind: 'known'; readonly seq: number }
  | { readonly kind: 'reused' };

/** Refusals in a row that are journalled; past that they are answered only. */
const refusalsInARowMax = 100;
/** Nobody loses this many races in a row on a healthy disk. */
const racesMax = 1000;
const snapshotEventsMin = 50;

export class LiveSession {
  #turn: Promise<unknown> = Promise.resolve();
  #snapshotSeq: number;
  /** A record that could not be folded leaves the actors half moved: nothing may build on them. */
  #broken: unknown;

  private constructor(
    readonly id: string,
    private readonly store: Store,
    readonly journal: Journal,
    /** Undefined only until the first record of a new session is in. */
    private current: SessionState | undefined,
    snapshotSeq: number,
  ) {
    this.#snapshotSeq = snapshotSeq;
  }

  /**
   * Opens from the snapshot and what came after it; without one, or with one that cannot be used, from the journal. `whole`
   * reads all of the journal, whatever a snapshot says.
   */
  static async open(store: Store, id: string, options: { create: boolean; whole?: boolean }): Promise<LiveSession> {
    if (options.create) {
      const { journal, records } = await store.create(id);
      return new LiveSession(id, store, journal, replay(id, records), 0);
    }
    // Before it is read: what is changed meanwhile shows as a change later.
    const stat = await store.journalStat(id).catch(() => undefined);
    const session = await LiveSession.#openThere(store, id, options.whole ?? false);
    if (stat) session.journal.seen.saw(stat, session.journal.seenBytes);
    return session;
  }

  static async #openThere(store: Store, id: string, whole: boolean): Promise<LiveSession> {
    const snapshot = whole ? undefined : await store.snapshots.load(id);
    const kept = snapshot && StoredSession.safeParse(snapshot.state).data;
    // One of another session came with a journal that was copied: that journal is read whole, and says so.
    const stored = kept?.info.sessionId === id ? kept : undefined;
    const { journal, records } = await store.journal(id, stored && snapshot);
    try {
      if (!stored || journal.behindSnapshot) return new LiveSession(id, store, journal, replay(id, records), 0);
      const state = restoreSession(stored);
      for (const { record } of records) fold(state, record);
      return new LiveSession(id, store, journal, state, stored.seq);
    } catch (error) {
      await journal.close();
      throw error;
    }
  }

  get state(): SessionState {
    assert(this.current, `session ${this.id} has no record yet`);
    return this.current;
  }

  get isEmpty(): boolean {
    return this.current === undefined;
  }

  /** Of one of its runs, as far as it was kept. */
  async output(hash: string): Promise<Uint8Array | undefined> {
    return this.store.output.load(this.id, hash);
  }

  /** Runs when everything before it has; a failure of one does not stop the next. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(work, work);
    this.#turn = run.catch(() => undefined);
    return run;
  }

  /** Folds in what others appended. */
  async catchUp(): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken as Error;
    for (const { record } of await this.journal.readNew()) this.#apply(record);
  }

  /**
   * Whether the file was changed otherwise than by what is appended, which is judged as it comes. An open file outlives
   * its name, so it is the name that is looked at.
   */
  async isOtherThanRead(): Promise<boolean> {
    const seqBefore = this.journal.head.seq;
    await this.catchUp();
    const { seen, seenBytes, head, damage } = this.journal;
    const stat = await this.store.journalStat(this.id);
    const compared = seen.compare(stat);
    // What is appended to a damaged journal is not read: it may have been repaired as well.
    const isOther = compared === 'other' || (compared === 'grown' && damage !== undefined && head.seq === seqBefore);
    // Once it is another it stays so, for everyone who has it open.
    if (!isOther) seen.saw(stat, seenBytes);
    return isOther;
  }

  /** Judges, appends and applies a command. `gather` is asked again after each lost race. */
  async settle(attempt: Attempt, gather: (command: Command) => Promise<Gathered>): Promise<Settled> {
    await this.catchUp();
    for (let race = 0; race < racesMax; race += 1) {
      const known = this.#known(attempt);
      if (known) return known;
      // Before agents are claimed for what cannot be written.
      this.journal.assertWritable();
      const planned = this.#plan(attempt.command, await gather(attempt.command));
      // A session that is not there yet keeps no record of what was refused: it would begin with it.
      if (!planned.plan.ok && (this.isEmpty || this.state.refusedInARow >= refusalsInARowMax))
        return { kind: 'refused', violations: planned.plan.violations };
      const result = await this.journal.append(bodyOf(attempt, planned));
      if (!result.won) {
        for (const { record } of result.newRecords) this.#apply(record);
        continue;
      }
      this.#apply(result.record);
      if (result.record.outcome === 'OK') return { kind: 'accepted', record: result.record };
      assert(!planned.plan.ok);
      return { kind: 'refused', violations: planned.plan.violations };
    }
    throw new Fault('STORE_BUSY', 'Other processes kept writing to this session first.', {
      retry: true,
      fix: 'Repeat the call.',
    });
  }

  #known({ requestId, payload }: Attempt): Settled | undefined {
    const known = requestId === undefined ? undefined : this.current?.requests.get(requestId);
    return known && (known.hash === payload ? { kind: 'known', seq: known.seq } : { kind: 'reused' });
  }

  #plan(command: Command, gathered: Gathered): { plan: Plan; gathered: Gathered } {
    if (!this.isEmpty) {
      assert(command.type !== 'investigation.start', 'an investigation starts once');
      return { plan: plan(this.state, command, gathered), gathered };
    }
    return { plan: planFirst(this.id, command, gathered), gathered };
  }

  #apply(record: JournalRecord): void {
    try {
      if (this.current) fold(this.current, record);
      else this.current = begin(this.id, record);
    } catch (error) {
      this.#broken = error;
      throw error;
    }
  }

  /** Never after each event: writing a snapshot costs the size of the tree. */
  get snapshotDue(): boolean {
    if (!this.current) return false;
    return this.current.seq - this.#snapshotSeq > Math.max(snapshotEventsMin, this.current.tree.size / 4);
  }

  get changedSinceSnapshot(): boolean {
    if (this.#broken !== undefined || this.journal.damage) return false;
    return this.current !== undefined && this.current.seq > this.#snapshotSeq;
  }

  async saveSnapshot(): Promise<void> {
    if (!this.changedSinceSnapshot) return;
    const stored = storeSession(this.state);
    this.#snapshotSeq = stored.seq;
    const summary = infoOf(this.state, undefined);
    await this.store.snapshots.save(this.id, { ...this.journal.position, state: stored, summary });
  }
}

/** The state a journal leads to; undefined for an empty one. */
export function replay(id: string, records: readonly { record: JournalRecord }[]): SessionState | undefined {
  const [first, ...others] = records;
  if (!first) return undefined;
  const state = begin(id, first.record);
  for (const { record } of others) fold(state, record);
  return state;
}

function bodyOf(
  { command, by, requestId, payload }: Attempt,
  { plan, gathered }: { plan: Plan; gathered: Gathered },
): RecordBody {
  const request = requestId === undefined ? {} : { request: { id: requestId, hash: payload } };
  if (plan.ok) return { by, ...request, outcome: 'OK', command, facts: gathered.facts, moves: [...plan.moves] };
  const errors = foremost(plan.violations).map(({ code, subject }) => ({ code, subject: subject.slice(0, 80) }));
  return {
    by,
    ...request,
    outcome: 'REJECTED',
    refused: { type: command.type, payload, errors, count: plan.violations.length },
  };
}
