/** What the page asks for, answered from sessions that are only looked at. */
import { vocabularies } from '../../machines/schema/state.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionEngine } from '../engine/port.js';
import type { SessionState } from '../session/state.js';
import { nodeDetail, recordsNeeded } from '../views/node-detail.js';
import { nodeSummary } from '../views/node-page.js';
import { nodeStory } from '../views/node-story.js';
import { palette } from '../views/palette.js';
import { possibleMoves } from '../views/possible.js';
import { detailSeqs, ticketDetail } from '../views/ticket-detail.js';
import { Logs } from './logs.js';
import type { LogEntry, NodeAnswer, SessionAbout, SessionList, StateLook, TicketAnswer } from './wire.js';

type Engine = Pick<SessionEngine, 'tail' | 'query' | 'records' | 'list'>;

const sessionsShown = 100;

export class DashboardApi {
  readonly #engine: Engine;
  readonly #logs: Logs;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#logs = new Logs(engine);
  }

  async sessions(): Promise<SessionList> {
    const { items } = await this.#engine.list({ limit: sessionsShown });
    return { items };
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

  follow(id: string, after: number, signal: AbortSignal): AsyncIterable<readonly LogEntry[] | 'live'> {
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
    const { board, seq } = await this.#logs.at(id, at);
    const ticket = board.get(ticketId);
    if (!ticket) return undefined;
    const records = await this.#records(id, detailSeqs(ticket));
    return {
      seq,
      ticket: ticketDetail(board, ticket, records),
      current: currentOf(ticket),
      moves: [],
      decisions: [],
      undecidable: null,
    };
  }

  close(): void {
    this.#logs.close();
  }

  async #records(id: string, seqs: readonly number[]): Promise<JournalRecord[]> {
    const records = [];
    for (const seq of [...seqs].sort((a, b) => a - b)) records.push(...(await this.#engine.records(id, seq - 1, 1)));
    return records;
  }
}

type Shown = NonNullable<ReturnType<SessionState['board']['get']>>;

function currentOf({ status, gate, closure }: Shown): TicketAnswer['current'] {
  const checks = Object.entries(closure.marks).map(([check, mark]) => [check, mark.passed] as const);
  const regions = ['investigator', 'prd_auditor', 'validator'].map((check) => {
    const passed = checks.find(([name]) => name === check)?.[1];
    return `${status}.${check}.${passed === undefined ? 'waiting' : passed ? 'passed' : 'failed'}`;
  });
  return { ticket: [status, ...(status === 's3_validating' ? regions : [])], gate: [gate.state] };
}
