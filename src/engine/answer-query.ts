/** Questions about a session, answered from its state and, for texts, from its journal. */
import { dotOf } from '../views/dot.js';
import { endReport } from '../views/end-report.js';
import { mermaidOf } from '../views/mermaid.js';
import { nodeDetail, recordsNeeded, type NodeDetail } from '../views/node-detail.js';
import { nodePage, nodeSummary } from '../views/node-page.js';
import { outlineOf } from '../views/outline.js';
import { overviewOf } from '../views/overview.js';
import { svgOf } from '../views/svg.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { evidenceOf, type EvidenceFile } from '../views/evidence/index.js';
import { briefsOf } from '../views/briefs.js';
import { boardPage, failureSeqs } from '../views/board-page.js';
import { repairsOf } from '../views/repairs.js';
import { startedTickets } from '../views/started-tickets.js';
import { stopHolds } from '../views/stop-holds.js';
import { stateMd } from '../views/state-md.js';
import { detailSeqs, ticketDetail } from '../views/ticket-detail.js';
import type { ReadRecord } from '../store/chain.js';
import { settledBy, stateAsOf } from './as-of.js';
import { seenWork } from './tickets/seen-work.js';
import type { LiveSession } from './live-session.js';
import type { AnswerTo, GraphFormat, Queried, Query, SettledTicket } from './port.js';

export async function answered<Q extends Query>(session: LiveSession, query: Q): Promise<Queried<AnswerTo<Q>>> {
  const value = (await answerQuery(session, query)) as AnswerTo<Q>;
  const damage = session.journal.damage?.reason;
  return { value, head: headOf(session), ...(damage === undefined ? {} : { damage }) };
}

export const headOf = ({ journal: { head } }: LiveSession): string => `${head.seq}:${head.hash.slice(0, 32)}`;

const headAt = ({ record, hash }: ReadRecord): string => `${record.seq}:${hash.slice(0, 32)}`;

async function answerQuery(session: LiveSession, query: Query): Promise<unknown> {
  const { state } = session;
  switch (query.kind) {
    case 'overview':
      return overviewOf(state);
    case 'nodes':
      return nodePage(state, query.cursor);
    case 'node':
      return detailOf(session, query.nodeId);
    case 'graph':
      return graphOf(session, query.format);
    case 'board':
      return boardPage(state, query.cursor, await recordsAt(session, failureSeqs(state.board)));
    case 'ticket': {
      const ticket = state.board.get(query.ticketId);
      return ticket && ticketDetail(state.board, ticket, await recordsAt(session, detailSeqs(ticket)));
    }
    case 'output':
      return session.output(query.hash);
    case 'started':
      return startedTickets(state.board, query.dir);
    case 'holds':
      return stopHolds(state, query.role);
    case 'state.md':
      return stateMd(state);
    case 'evidence': {
      const ticket = state.board.get(query.ticketId);
      return ticket && evidenceNow(session, ticket);
    }
    case 'ticket.settled':
      return settledTicket(session, query);
    case 'briefs': {
      const { board } = query.asOf === undefined ? state : await stateAsOf(session, query.asOf);
      const ticket = board.get(query.ticketId);
      if (!ticket) return [];
      const records = await recordsAt(session, detailSeqs(ticket));
      return briefsOf({ ticket, work: await seenWork(state.info.projectDir, ticket), records });
    }
    case 'ending': {
      if (!state.ended) return undefined;
      const records = await session.journal.readRange(0);
      return endReport(
        state,
        records.map(({ record }) => record),
      );
    }
  }
}

async function settledTicket(
  session: LiveSession,
  query: Query & { kind: 'ticket.settled' },
): Promise<SettledTicket | undefined> {
  const end = await settledBy(session, query);
  const { board } = end ? await stateAsOf(session, end.record.seq) : session.state;
  const ticket = board.get(query.ticketId);
  if (!ticket) return undefined;
  const detail = ticketDetail(board, ticket, await recordsAt(session, detailSeqs(ticket)));
  const isSettled = end !== undefined;
  return { detail, isSettled, head: end ? headAt(end) : headOf(session) };
}

async function detailOf(session: LiveSession, nodeId: string): Promise<NodeDetail | undefined> {
  const summary = nodeSummary(session.state, nodeId);
  if (!summary) return undefined;
  return nodeDetail(
    summary,
    await recordsAt(
      session,
      recordsNeeded(summary).sort((a, b) => a - b),
    ),
  );
}

/** Everything there is to show of a ticket, as of its last record. */
export async function evidenceNow(
  { id: sessionId, journal, state }: LiveSession,
  ticket: Ticket,
): Promise<EvidenceFile[]> {
  const framed = [];
  for (const seq of ticket.seqs) framed.push(...(await journal.readRange(seq - 1, 1)));
  const last = framed.at(-1);
  const head = `${last?.record.seq ?? 0}:${last?.hash.slice(0, 32) ?? ''}`;
  const records = framed.map(({ record }) => record);
  return evidenceOf({ sessionId, ticket, records, head, repairs: repairsOf(state) });
}

async function recordsAt(session: LiveSession, seqs: readonly number[]): Promise<JournalRecord[]> {
  const records = [];
  for (const seq of seqs) records.push(...(await session.journal.readRange(seq - 1, 1)).map(({ record }) => record));
  return records;
}

function graphOf({ state: { tree, info } }: LiveSession, format: GraphFormat): string {
  switch (format) {
    case 'dot':
      return dotOf(tree, info.query);
    case 'mermaid':
      return mermaidOf(tree, info.query);
    case 'svg':
      return svgOf(tree, info.query);
    case 'outline':
      return outlineOf(tree, {});
  }
}
