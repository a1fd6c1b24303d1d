/** The default engine: sessions live in this process, their journals on disk, shared with other processes. */
import assert from 'node:assert';
import type { Command } from '../../machines/schema/command.js';
import { SessionId } from '../../machines/schema/id.js';
import type { AcceptedRecord, JournalRecord, Principal } from '../../machines/schema/record.js';
import { planFirst } from '../session/plan.js';
import type { Gathered } from '../session/planned.js';
import type { Store } from '../store/store.js';
import { answerTo } from '../views/answer.js';
import { claimAgents } from './agents.js';
import { answered, headOf } from './answer-query.js';
import { Answers } from './answers.js';
import { follow } from './follow.js';
import { digestsIn, factsOf, factsOfFirst } from './gather.js';
import { canonical, digest } from './ids.js';
import { lookUpAgents, type AgentOptions } from './look-up-agents.js';
import { findSessions, listSessions } from './list-sessions.js';
import { withoutSecrets } from './redact-command.js';
import type { LiveSession, Settled } from './live-session.js';
import { mayRetry, OpenSessions } from './open-sessions.js';
import {
  restingMsMax,
  type AnswerTo,
  type ExecuteOptions,
  type Outcome,
  type Page,
  type Queried,
  type Query,
  type SessionEngine,
  type SessionInfo,
  type SessionsFound,
  type SessionsQuery,
} from './port.js';
import { refusal, repeat, reused } from './outcomes.js';
import { recordsAfter } from './read-anew.js';
import { ticketsApart } from './read-apart.js';
import { noDirectory } from './refusals.js';
import { sessionMadeBy } from './session-made-by.js';
import { Summaries } from './summaries.js';
import type { PolicyInForce } from './tickets/policies.js';
import { runGraceMs } from './tickets/due.js';
import type { Beside } from './tickets/neighbours.js';
import { TicketDesk, server, type DeskOptions, type SettleNow } from './tickets/ticket-desk.js';
import { Timekeeper } from './tickets/timekeeper.js';
import { systemTimers, type Timers } from './timers.js';

export interface EmbeddedOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Told of trouble that costs time, never data. */
  readonly warn: (message: string) => void;
  /** The system's own unless a simulation brings others. */
  readonly timers?: Timers;
  /** How many sessions stay in memory; the one used longest ago makes room. */
  readonly openSessionsMax?: number;
  /** Without it no agent is looked up. */
  readonly agents?: AgentOptions;
  /** Without it there are no tickets: facts about files and processes come from there. */
  readonly tickets?: DeskOptions;
}

export class EmbeddedEngine implements SessionEngine {
  readonly #options: EmbeddedOptions;
  readonly #open: OpenSessions;
  readonly #answers = new Answers();
  readonly #listeners = new Set<(id: string) => void>();
  readonly #desk: TicketDesk | undefined;
  readonly #time: Timekeeper | undefined;
  readonly #summaries: Summaries;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
    this.#open = new OpenSessions(options);
    this.#summaries = new Summaries(options.store, this.#open);
    if (!options.tickets) return;
    this.#desk = new TicketDesk(options.tickets, {
      ...options,
      book: async (id, command) => this.execute(id, command, { by: server }),
      look: async (id, ticketId) => this.#read(id, async ({ state }) => Promise.resolve(state.board.get(ticketId))),
      place: async (id, ticketId) =>
        this.#read(id, async ({ state: { info, board } }) =>
          Promise.resolve({ projectDir: info.projectDir, tree: board.get(ticketId)?.tree?.dir }),
        ).catch(() => ({})),
      sessions: async (query) => this.sessions(query),
      beside: async (sessionId, dir) => ticketsApart(options.store, sessionId, dir),
    });
    if (!options.tickets.carriesOut) return;
    const sessions = async () => (await this.sessions({ ageMsMax: restingMsMax })).rows;
    this.#time = new Timekeeper({ ...options, sessions, tend: async (id) => this.#tend(id) });
  }

  /** From now on deadlines are kept and runs left behind taken up, in every session of the store. */
  keepTime(): void {
    this.#time?.start();
  }

  /** How many sessions this process holds in memory. */
  get openSessions(): number {
    return this.#open.size;
  }

  /** The config of a project that is in force in this process. */
  async policyOf(projectDir: string): Promise<PolicyInForce> {
    assert(this.#desk, 'this engine has no tickets');
    return this.#desk.policies.of(projectDir);
  }

  async execute(id: string | null, given: Command, options: ExecuteOptions): Promise<Outcome> {
    const command = withoutSecrets(given);
    options.signal?.throwIfAborted();
    const sessionId = id ?? (await sessionMadeBy(command, options.requestId, this.#options.store));
    const create = id === null || command.type === 'investigation.start';
    if (create) {
      const refused = await this.#refusedUnmade(sessionId, command, options);
      if (refused) return refused;
    }
    const work = async (beside?: Beside) => this.#inTurn(sessionId, create, command, options, beside);
    return this.#desk && !create ? this.#desk.besides(sessionId, command, work) : work();
  }

  async #inTurn(
    sessionId: string,
    create: boolean,
    command: Command,
    options: ExecuteOptions,
    beside: Beside | undefined,
  ): Promise<Outcome> {
    return this.#open.use(sessionId, { create }, async (session) => {
      options.signal?.throwIfAborted();
      try {
        return await this.#execute(session, command, options, beside);
      } finally {
        this.#open.tend(session);
        (this.#options.timers ?? systemTimers).soon(() => {
          for (const listener of this.#listeners) listener(sessionId);
        });
      }
    });
  }

  async #execute(
    session: LiveSession,
    command: Command,
    { requestId, by, signal }: ExecuteOptions,
    beside: Beside | undefined,
  ): Promise<Outcome> {
    const payload = digest(canonical(command));
    const given = this.#answers.find(session.id, requestId);
    if (given) return given.payload === payload ? { ...given.outcome, repeated: true } : reused(session);
    const claims = claimAgents(this.#options.store, session);
    try {
      await this.#desk?.before(session, command, by, this.#settler(session));
      const settled = await session.settle({ command, by, requestId, payload }, (asked) =>
        this.#gather(session, asked, { by, claims, beside }),
      );
      if (settled.kind !== 'accepted') await this.#release(claims);
      const outcome = await this.#outcome(session, settled);
      if (settled.kind !== 'reused') this.#answers.keep(session.id, requestId, { payload, outcome });
      if (settled.kind === 'accepted') this.#began(session, settled.record, signal);
      await this.#desk?.written();
      return outcome;
    } catch (error) {
      // After a failed sync the record may be in the journal all the same: then the claims must stay.
      if (mayRetry(error)) await this.#release(claims);
      throw error;
    }
  }

  /** What is refused makes no session, and leaves nothing behind. */
  async #refusedUnmade(id: string, command: Command, { by }: ExecuteOptions): Promise<Outcome | undefined> {
    if (!SessionId.safeParse(id).success || (await this.#options.store.exists(id))) return undefined;
    const facts = (await this.#desk?.factsOf(undefined, command)) ?? {};
    if (command.type === 'investigation.start' && this.#desk && !(await this.#desk.isDirectory(command.projectDir)))
      return { ...refusal('', [noDirectory(command.projectDir)], ''), repeated: false };
    const planned = planFirst(id, command, { facts, by, agentsElsewhere: new Map() });
    return planned.ok ? undefined : { ...refusal('', planned.violations, ''), repeated: false };
  }

  #settler(session: LiveSession): SettleNow {
    return async (command, by) => {
      const attempt = { command, by, requestId: undefined, payload: digest(canonical(command)) };
      const settled = await session.settle(attempt, async (asked) => ({
        facts: (await this.#desk?.factsOf(session.state, asked)) ?? {},
        by,
        agentsElsewhere: new Map(),
      }));
      if (settled.kind === 'accepted') this.#began(session, settled.record);
    };
  }

  #began(session: LiveSession, record: AcceptedRecord, signal?: AbortSignal): void {
    this.#desk?.after(session, record, signal);
    this.#time?.watch(session.id, session.state.board);
  }

  /** Books what is due in a session, whoever let it come to that. */
  async #tend(id: string): Promise<void> {
    await this.#open.use(id, { create: false }, async (session) => {
      await session.catchUp();
      await this.#bookDue(session);
    });
  }

  async #bookDue(session: LiveSession, asked?: string): Promise<void> {
    const { board } = session.state;
    const owed = board.all().filter(({ commit }) => commit === 'wanted');
    const ids = [...board.active(), ...owed].map(({ id }) => id);
    if (!this.#options.tickets?.carriesOut || ids.length === 0 || session.journal.damage) return;
    const settle = this.#settler(session);
    await this.#desk?.bookDue(session, ids, settle, { isAsked: false, runGraceMs });
    if (asked !== undefined) await this.#desk?.bookDue(session, [asked], settle, { isAsked: true, runGraceMs });
    this.#time?.watch(session.id, board);
  }

  /** An answer is not withheld for a claim that stays: it is void once this process ends. */
  async #release(claims: ReturnType<typeof claimAgents>): Promise<void> {
    try {
      await claims.release();
    } catch (error) {
      this.#options.warn(`agents of a refused call stay claimed until Proctor stops: ${String(error)}`);
    }
  }

  async #gather(
    session: LiveSession,
    command: Command,
    { by, claims, beside }: { by: Principal; claims: ReturnType<typeof claimAgents>; beside: Beside | undefined },
  ): Promise<Gathered> {
    const state = session.isEmpty ? undefined : session.state;
    const about = (await this.#desk?.factsOf(state, command, beside)) ?? {};
    const { agents: asked, now } = this.#options;
    const agents =
      state && asked ? await lookUpAgents(asked, state, command, { policies: this.#desk?.policies, now }) : {};
    const facts = { ...factsOfFirst(command, session.id, state), ...factsOf(command), ...about, ...agents };
    return { facts, evidence: digestsIn(command), by, agentsElsewhere: state ? await claims.take(command) : new Map() };
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
      if (query.kind === 'board') await this.#bookDue(session);
      if (query.kind === 'ticket' || query.kind === 'ticket.settled') await this.#bookDue(session, query.ticketId);
      return answered(session, query);
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

  /** Tells of every session this process was asked to change, until the answer is called. */
  onAsked(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tail(...[id, after, signal, onDamage = () => undefined]: Parameters<SessionEngine['tail']>) {
    const read: Parameters<typeof follow>[0]['read'] = async (...from) => recordsAfter(this.#open, id, from, onDamage);
    return follow({ read, changed: this.#listeners, id, after, signal });
  }

  async list(query: Parameters<SessionEngine['list']>[0] = {}): Promise<Page<SessionInfo>> {
    return listSessions(this.#options.store, this.#summaries, query);
  }

  async sessions(query: SessionsQuery = {}): Promise<SessionsFound> {
    return findSessions(this.#options.store, this.#summaries, query);
  }

  async close(): Promise<void> {
    this.#time?.stop();
    await this.#desk?.close();
    await this.#open.close();
    await this.#options.store.index.save();
  }
}
