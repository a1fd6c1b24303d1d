/** What the page asks for, answered from sessions that are only looked at. */
import assert from 'node:assert/strict';
import { vocabularies } from '../../machines/schema/state.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import { restingMsMax, type SessionEngine } from '../engine/port.js';
import type { RulesAhead } from '../engine/rules-ahead.js';
import { nodeDetail, recordsNeeded } from '../views/node-detail.js';
import { nodeSummary } from '../views/node-page.js';
import { nodeStory } from '../views/node-story.js';
import { palette } from '../views/palette.js';
import { personAsked } from '../views/person-asked.js';
import { possibleMoves } from '../views/possible.js';
import { possibleTicketMoves } from '../views/possible-ticket.js';
import { currentStates, takenEdges } from '../views/ticket-charts.js';
import { detailSeqs, runIn, ticketDetail } from '../views/ticket-detail.js';
import { ticketStory } from '../views/ticket-story.js';
import { decide, possibleDecisions, undecidableHere, type Decider } from './decisions.js';
import { Logs, type Told } from './logs.js';
import { shownOutput, type ShownOutput } from './run-output.js';
import type { NodeAnswer, SessionAbout, SessionList, StateLook, TicketAnswer, WireRefusal } from './wire.js';

/** One that is only looked at executes nothing. */
type Engine = Pick<SessionEngine, 'tail' | 'query' | 'records' | 'list'> & Partial<Pick<SessionEngine, 'execute'>>;

export interface DashboardOptions {
  /** What possible decisions are asked of; without it none are offered. */
  readonly rules?: RulesAhead;
  /** Without one nobody can decide here. */
  readonly decider?: Decider | undefined;
}

const sessionsShown = 100;
const recordsATime = 500;

export class DashboardApi {
  readonly #engine: Engine;
  readonly #options: DashboardOptions;
  readonly #logs: Logs;

  constructor(engine: Engine, options: DashboardOptions = {}) {
    this.#engine = engine;
    this.#options = options;
    this.#logs = new Logs(engine);
  }

  async sessions(): Promise<SessionList> {
    const { items, nextCursor } = await this.#engine.list({
      limit: sessionsShown,
      waitingFirst: true,
      // The page asks every few seconds for as long as it is open.
      ageMsMax: restingMsMax,
    });
    return { items, hasMore: nextCursor !== undefined };
  }

  async about(id: string): Promise<SessionAbout> {
    const { info } = await this.#logs.at(id, null);
    const { sessionId, query, kind, protocol, projectDir, startedAt } = info;
    const [chart = ''] = protocol.chart.split('@');
    const looks = ['PROPOSED' as const, ...vocabularies[protocol.chart].states].map((state): StateLook => {
      const { glyph, word, dashed } = palette[state];
      return { state, glyph, word, dashed };
    });
    return { sessionId, query, kind, protocol: protocol.name, chart, projectDir, startedAt, states: looks };
  }

  /** Whether it has a record of that number, and of that time where one is given. */
  async has(id: string, seq: number, time: number | null): Promise<boolean> {
    return this.#logs.has(id, seq, time);
  }

  follow(id: string, after: number, signal: AbortSignal): AsyncIterable<Told> {
    return this.#logs.follow(id, after, signal);
  }

  /** Undefined where there was no such node then. */
  async node(id: string, nodeId: string, at: number | null): Promise<NodeAnswer | undefined> {
    const state = await this.#logs.at(id, at);
    const summary = nodeSummary(state, nodeId);
    if (!summary) return undefined;
    const moves = possibleMoves(state, nodeId);
    const { seq } = state;
    const records = await this.#records(id, recordsNeeded(summary));
    return { seq, node: nodeDetail(summary, records), story: nodeStory(state, summary, records), moves };
  }

  async ticket(id: string, ticketId: string, at: number | null): Promise<TicketAnswer | undefined> {
    const state = await this.#logs.at(id, at);
    const { board, seq } = state;
    const ticket = board.get(ticketId);
    if (!ticket) return undefined;
    const records = await this.#records(id, [...new Set([...ticket.seqs, ...detailSeqs(ticket)])]);
    const { rules, decider } = this.#options;
    // Nothing is decided about the past.
    const isNow = state === (await this.#logs.at(id, null));
    return {
      seq,
      ticket: ticketDetail(board, ticket, records),
      current: currentStates(ticket),
      moves: possibleTicketMoves(state, ticket),
      taken: takenEdges(ticketId, records),
      story: ticketStory(board, ticket, records),
      personAsked: personAsked(ticket, records),
      decisions: isNow && rules ? await possibleDecisions(rules, state, ticketId) : [],
      undecidable: decider ? null : undecidableHere(ticketId),
    };
  }

  /** Only what a run of this very session printed: the journal is asked for the hash before the disk is. */
  async output(id: string, hash: string): Promise<ShownOutput> {
    const named = await this.#logs.output(id, hash);
    if (!named) return { kind: 'unknown' };
    const { value: kept } = await this.#engine.query(id, { kind: 'output', hash });
    return kept ? shownOutput(kept, named, async () => this.#excerpt(id, hash)) : { kind: 'missing' };
  }

  /** Undefined: it is decided, and the log will tell. */
  async decide(sessionId: string, ticketId: string, body: unknown): Promise<WireRefusal | undefined> {
    const { execute } = this.#engine;
    assert(execute, 'nothing is decided in a session that is only looked at');
    const engine = { execute: execute.bind(this.#engine) };
    return decide(engine, this.#options.decider, { sessionId, ticketId }, body);
  }

  close(): void {
    this.#logs.close();
  }

  /** Of the run that has this output, from the journal: nobody keeps it in memory. */
  async #excerpt(id: string, hash: string): Promise<string | undefined> {
    for (let seq = 0; ;) {
      const records = await this.#engine.records(id, seq, recordsATime);
      const run = records
        .map((record) => (record.outcome === 'OK' ? runIn(record.command) : undefined))
        .find((each) => each?.output.hash === hash);
      if (run || records.length === 0) return run?.excerpt;
      seq += records.length;
    }
  }

  async #records(id: string, seqs: readonly number[]): Promise<JournalRecord[]> {
    const records = [];
    for (const seq of [...seqs].sort((a, b) => a - b)) records.push(...(await this.#engine.records(id, seq - 1, 1)));
    return records;
  }
}
