/** The default engine: sessions live in this process, their journals on disk, shared with other processes. */
import assert from 'node:assert';
import { setImmediate } from 'node:timers';
import { chartsFor } from '../../machines/charts.js';
import type { Command } from '../../machines/schema/command.js';
import { SessionId } from '../../machines/schema/id.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';
import type { Gathered } from '../session/planned.js';
import { Fault } from '../store/fault.js';
import type { Store } from '../store/store.js';
import { answerTo } from '../views/answer.js';
import { claimAgents } from './agents.js';
import { answerQuery } from './answer-query.js';
import { factsOf } from './gather.js';
import { sessionIdFor } from './ids.js';
import { LiveSession, replay, type Settled } from './live-session.js';
import { listSessions } from './list-sessions.js';
import type { AnswerTo, ExecuteOptions, Outcome, Page, Queried, Query, SessionEngine, SessionInfo } from './port.js';
import { requestIdReused, rememberedRefusal, violationsShownMax } from './refusals.js';
import { follow } from './follow.js';

export interface EmbeddedOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Told of trouble that costs time, never data. */
  readonly warn: (message: string) => void;
  /** The system's own unless a simulation brings others. */
  readonly timers?: Timers;
}

/** When to do what no reply waits for. */
export interface Timers {
  /** Once what is being answered is on its way. */
  soon(work: () => void): void;
  /** Answers how to call it off. */
  later(work: () => void, ms: number): () => void;
}

const systemTimers: Timers = {
  soon: (work) => void setImmediate(work),
  later: (work, ms) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Sessions kept open at once; the one used longest ago makes room. */
const openSessionsMax = 16;
const idleMs = 2000;

export class EmbeddedEngine implements SessionEngine {
  readonly #options: EmbeddedOptions;
  readonly #sessions = new Map<string, Promise<LiveSession>>();
  /** Answers given lately, so that a repeated request rarely needs a replay. */
  readonly #answers = new Map<string, Outcome>();
  readonly #listeners = new Set<(id: string) => void>();
  readonly #timers: Timers;
  #stopIdling: () => void = () => undefined;
  #closed = false;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
  }

  async execute(id: string | null, command: Command, options: ExecuteOptions): Promise<Outcome> {
    options.signal?.throwIfAborted();
    const starting = command.type === 'investigation.start';
    const sessionId = id ?? sessionIdFor(options.requestId);
    const session = await this.#open(sessionId, { create: starting });
    return session.inTurn(async () => {
      options.signal?.throwIfAborted();
      const claims = claimAgents(this.#options.store, session);
      const attempt = { command, by: options.by, requestId: options.requestId };
      try {
        const settled = await session.settle(attempt, async (asked) => this.#gather(asked, claims));
        if (settled.kind !== 'accepted') await this.#release(claims);
        return await this.#outcome(session, settled, options.requestId);
      } catch (error) {
        // After a failed sync the record may be in the journal all the same: then the claims must stay.
        if (mayRetry(error)) await this.#release(claims);
        else this.#drop(session);
        throw error;
      } finally {
        this.#afterwards(session);
      }
    });
  }

  /** An answer is not withheld for a claim that stays: it is void once this process ends. */
  async #release(claims: ReturnType<typeof claimAgents>): Promise<void> {
    try {
      await claims.release();
    } catch (error) {
      this.#options.warn(`agents of a refused call stay claimed until Proctor stops: ${String(error)}`);
    }
  }

  async #gather(command: Command, claims: ReturnType<typeof claimAgents>): Promise<Gathered> {
    const charts = command.type === 'investigation.start' ? { charts: chartsFor(command.protocol).names } : {};
    return { facts: { ...factsOf(command), ...charts }, agentsElsewhere: await claims.take(command) };
  }

  async #outcome(session: LiveSession, settled: Settled, requestId: string | undefined): Promise<Outcome> {
    const { id: sessionId } = session;
    const head = headOf(session);
    if (settled.kind === 'known') return this.#repeat(session, settled);
    const outcome: Outcome =
      settled.kind === 'accepted'
        ? { status: 'OK', sessionId, answer: answerTo(session.state, settled.record), head, repeated: false }
        : { ...refusal(sessionId, settled.violations, head), repeated: false };
    if (requestId !== undefined) this.#remember(sessionId, session.state.seq, outcome);
    return outcome;
  }

  #remember(sessionId: string, seq: number, outcome: Outcome): void {
    this.#answers.set(`${sessionId}/${seq}`, outcome);
    const oldest = this.#answers.size > 1000 ? this.#answers.keys().next().value : undefined;
    if (oldest !== undefined) this.#answers.delete(oldest);
  }

  /** What was answered then: from memory, else from the journal, replayed to that record. */
  async #repeat(session: LiveSession, { seq, reused }: Settled & { kind: 'known' }): Promise<Outcome> {
    const { id: sessionId } = session;
    if (reused) return { ...refusal(sessionId, [requestIdReused()], headOf(session)), repeated: false };
    const remembered = this.#answers.get(`${sessionId}/${seq}`);
    if (remembered) return { ...remembered, repeated: true };
    const records = await session.journal.readRange(0, seq);
    const last = records.at(-1);
    assert(last, `record ${seq} is in the journal`);
    const { record } = last;
    const head = `${seq}:${last.hash.slice(0, 32)}`;
    if (record.outcome !== 'OK')
      return { ...refusal(sessionId, rememberedRefusal(record.refused.errors), head), repeated: true };
    const state = replay(sessionId, records);
    assert(state);
    return { status: 'OK', sessionId, answer: answerTo(state, record), head, repeated: true };
  }

  async query<Q extends Query>(id: string, query: Q): Promise<Queried<AnswerTo<Q>>> {
    return this.#read(id, async (session) => {
      const value = (await answerQuery(session, query)) as AnswerTo<Q>;
      const damage = session.journal.damage?.reason;
      return { value, head: headOf(session), ...(damage === undefined ? {} : { damage }) };
    });
  }

  async records(id: string, after: number, limit: number): Promise<JournalRecord[]> {
    return this.#read(id, async ({ journal }) => (await journal.readRange(after, limit)).map(({ record }) => record));
  }

  async #read<T>(id: string, work: (session: LiveSession) => Promise<T>): Promise<T> {
    const session = await this.#open(id, { create: false });
    return session.inTurn(async () =>
      this.#orDrop(session, async () => {
        await session.catchUp();
        return work(session);
      }),
    );
  }

  tail(id: string, after: number, signal: AbortSignal): AsyncIterable<JournalRecord> {
    return follow({ read: async (from) => this.records(id, from, 100), changed: this.#listeners, id, after, signal });
  }

  async list(query: Parameters<SessionEngine['list']>[0] = {}): Promise<Page<SessionInfo>> {
    const overview = async (id: string) => (await this.query(id, { kind: 'overview' })).value;
    return listSessions(this.#options.store, overview, query);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopIdling();
    for (const opening of this.#sessions.values()) await this.#shut(opening);
    this.#sessions.clear();
  }

  /** Matched before it may touch a path. */
  async #open(id: string, options: { create: boolean }): Promise<LiveSession> {
    if (this.#closed)
      throw new Fault('SHUTTING_DOWN', 'Proctor is shutting down.', { retry: true, fix: 'Repeat the call.' });
    if (!SessionId.safeParse(id).success) throw sessionNotFound(id);
    let opening = this.#sessions.get(id);
    if (!opening) {
      opening = LiveSession.open(this.#options.store, id, options);
      this.#sessions.set(id, opening);
      opening.catch(() => this.#sessions.delete(id));
      await this.#makeRoom(id);
    }
    const session = await opening;
    session.lastUsedMs = this.#options.now();
    if (session.isEmpty && !options.create) await this.#lookAgain(session);
    return session;
  }

  /** Another process may have made the session since our own start of it failed. */
  async #lookAgain(session: LiveSession): Promise<void> {
    await this.#orDrop(session, async () => session.inTurn(async () => session.catchUp()));
    if (!session.isEmpty) return;
    this.#drop(session);
    throw sessionNotFound(session.id);
  }

  async #orDrop<T>(session: LiveSession, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!mayRetry(error)) this.#drop(session);
      throw error;
    }
  }

  /** What the disk or the actors hold is unknown: the next call opens the session afresh. */
  #drop(session: LiveSession): void {
    this.#sessions.delete(session.id);
    void session.inTurn(async () => session.journal.close()).catch(() => undefined);
  }

  async #makeRoom(keep: string): Promise<void> {
    if (this.#sessions.size <= openSessionsMax) return;
    const open = await Promise.all(
      [...this.#sessions].map(async ([id, opening]) => ({
        id,
        opening,
        session: await opening.catch(() => undefined),
      })),
    );
    const [oldest] = open
      .filter(({ id }) => id !== keep)
      .sort((a, b) => (a.session?.lastUsedMs ?? 0) - (b.session?.lastUsedMs ?? 0));
    if (!oldest) return;
    this.#sessions.delete(oldest.id);
    await this.#shut(oldest.opening);
  }

  async #shut(opening: Promise<LiveSession>): Promise<void> {
    const session = await opening.catch(() => undefined);
    await session?.inTurn(async () => {
      await this.#snapshot(session);
      await session.journal.close();
    });
  }

  /** After the reply is on its way: tell who listens, keep the snapshot near. */
  #afterwards(session: LiveSession): void {
    this.#timers.soon(() => {
      for (const listener of this.#listeners) listener(session.id);
      if (session.snapshotDue && !this.#closed) void session.inTurn(async () => this.#snapshot(session));
    });
    this.#stopIdling();
    this.#stopIdling = this.#timers.later(() => void this.#whenIdle(), idleMs);
  }

  async #whenIdle(): Promise<void> {
    for (const opening of this.#sessions.values()) {
      const session = await opening.catch(() => undefined);
      if (session?.changedSinceSnapshot && !this.#closed) await session.inTurn(async () => this.#snapshot(session));
    }
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

function refusal(sessionId: string, violations: readonly Violation[], head: string) {
  const shown = violations.slice(0, violationsShownMax);
  return { status: 'REJECTED', sessionId, violations: shown, count: violations.length, head } as const;
}

/** Then nothing has happened, and the session goes on. */
const mayRetry = (error: unknown): boolean => error instanceof Fault && error.retry;

const headOf = ({ journal: { head } }: LiveSession): string => `${head.seq}:${head.hash.slice(0, 32)}`;

const sessionNotFound = (id: string): Fault =>
  new Fault('SESSION_NOT_FOUND', `There is no session ${JSON.stringify(id.slice(0, 60))} in this store.`, {
    retry: false,
    fix: 'List the open sessions with tot_status (no arguments), or start one with tot_start.',
  });
