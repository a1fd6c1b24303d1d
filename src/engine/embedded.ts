/** The default engine: sessions live in this process, their journals on disk, shared with other processes. */
import assert from 'node:assert';
import { chartsFor } from '../../machines/charts.js';
import type { Command } from '../../machines/schema/command.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';
import type { Gathered } from '../session/planned.js';
import type { Store } from '../store/store.js';
import { answerTo } from '../views/answer.js';
import { claimAgents } from './agents.js';
import { answerQuery } from './answer-query.js';
import { Answers } from './answers.js';
import { follow } from './follow.js';
import { factsOf } from './gather.js';
import { canonical, digest, sessionIdFor } from './ids.js';
import { listSessions } from './list-sessions.js';
import { replay, type LiveSession, type Settled } from './live-session.js';
import { mayRetry, OpenSessions } from './open-sessions.js';
import type { AnswerTo, ExecuteOptions, Outcome, Page, Queried, Query, SessionEngine, SessionInfo } from './port.js';
import { rememberedRefusal, requestIdReused, violationsShownMax } from './refusals.js';
import { systemTimers, type Timers } from './timers.js';

export interface EmbeddedOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Told of trouble that costs time, never data. */
  readonly warn: (message: string) => void;
  /** The system's own unless a simulation brings others. */
  readonly timers?: Timers;
}

export class EmbeddedEngine implements SessionEngine {
  readonly #options: EmbeddedOptions;
  readonly #open: OpenSessions;
  readonly #answers = new Answers();
  readonly #listeners = new Set<(id: string) => void>();

  constructor(options: EmbeddedOptions) {
    this.#options = options;
    this.#open = new OpenSessions(options);
  }

  async execute(id: string | null, command: Command, options: ExecuteOptions): Promise<Outcome> {
    options.signal?.throwIfAborted();
    const sessionId = id ?? sessionIdFor(options.requestId);
    const create = command.type === 'investigation.start';
    return this.#open.use(sessionId, { create }, async (session) => {
      options.signal?.throwIfAborted();
      try {
        return await this.#execute(session, command, options);
      } finally {
        this.#open.tend(session);
        (this.#options.timers ?? systemTimers).soon(() => {
          for (const listener of this.#listeners) listener(sessionId);
        });
      }
    });
  }

  async #execute(session: LiveSession, command: Command, { requestId, by }: ExecuteOptions): Promise<Outcome> {
    const payload = digest(canonical(command));
    const given = this.#answers.find(session.id, requestId);
    if (given) return given.payload === payload ? { ...given.outcome, repeated: true } : reused(session);
    const claims = claimAgents(this.#options.store, session);
    try {
      const settled = await session.settle({ command, by, requestId, payload }, (asked) => this.#gather(asked, claims));
      if (settled.kind !== 'accepted') await this.#release(claims);
      const outcome = await this.#outcome(session, settled);
      if (settled.kind !== 'reused') this.#answers.keep(session.id, requestId, { payload, outcome });
      return outcome;
    } catch (error) {
      // After a failed sync the record may be in the journal all the same: then the claims must stay.
      if (mayRetry(error)) await this.#release(claims);
      throw error;
    }
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

  async #outcome(session: LiveSession, settled: Settled): Promise<Outcome> {
    const { id: sessionId } = session;
    const head = headOf(session);
    switch (settled.kind) {
      case 'accepted':
        return { status: 'OK', sessionId, answer: answerTo(session.state, settled.record), head, repeated: false };
      case 'refused':
        return { ...refusal(sessionId, settled.violations, head), repeated: false };
      case 'reused':
        return reused(session);
      case 'known':
        return repeat(session, settled.seq);
    }
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
    return this.#open.use(id, { create: false }, async (session) => {
      await session.catchUp();
      return work(session);
    });
  }

  tail(id: string, after: number, signal: AbortSignal): AsyncIterable<JournalRecord> {
    return follow({ read: async (from) => this.records(id, from, 100), changed: this.#listeners, id, after, signal });
  }

  async list(query: Parameters<SessionEngine['list']>[0] = {}): Promise<Page<SessionInfo>> {
    const overview = async (id: string) => (await this.query(id, { kind: 'overview' })).value;
    return listSessions(this.#options.store, overview, query);
  }

  async close(): Promise<void> {
    await this.#open.close();
  }
}

/** What was answered then, from the journal, replayed to that record. */
async function repeat({ id: sessionId, journal }: LiveSession, seq: number): Promise<Outcome> {
  const records = await journal.readRange(0, seq);
  const last = records.at(-1);
  assert(last, `record ${seq} is in the journal`);
  const { record } = last;
  const head = `${seq}:${last.hash.slice(0, 32)}`;
  if (record.outcome !== 'OK') {
    const { errors, count } = record.refused;
    return { ...refusal(sessionId, rememberedRefusal(errors), head, count), repeated: true };
  }
  const state = replay(sessionId, records);
  assert(state);
  return { status: 'OK', sessionId, answer: answerTo(state, record), head, repeated: true };
}

const reused = (session: LiveSession): Outcome => ({
  ...refusal(session.id, [requestIdReused()], headOf(session)),
  repeated: false,
});

function refusal(sessionId: string, violations: readonly Violation[], head: string, count = violations.length) {
  return { status: 'REJECTED', sessionId, violations: violations.slice(0, violationsShownMax), count, head } as const;
}

const headOf = ({ journal: { head } }: LiveSession): string => `${head.seq}:${head.hash.slice(0, 32)}`;
