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
import { briefsOf } from '../views/briefs.js';
import { boardPage, failureSeqs } from '../views/board-page.js';
import { startedTickets } from '../views/started-tickets.js';
import { stopHolds } from '../views/stop-holds.js';
import { stateMd } from '../views/state-md.js';
import { detailSeqs, ticketDetail } from '../views/ticket-detail.js';
import { seenWork } from './tickets/seen-work.js';
import type { LiveSession } from './live-session.js';
import type { GraphFormat, Query } from './port.js';

export async function answerQuery(session: LiveSession, query: Query): Promise<unknown> {
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
    case 'started':
      return startedTickets(state.board, query.dir);
    case 'holds':
      return stopHolds(state, query.role);
    case 'state.md':
      return stateMd(state);
    case 'briefs': {
      const ticket = state.board.get(query.ticketId);
      return ticket ? briefsOf(ticket, await seenWork(state.info.projectDir, ticket)) : [];
    }
    case 'ending': {
      if (!state.ended) return undefined;
      const records = await session.journal.readAll();
      return endReport(
        state,
        records.map(({ record }) => record),
      );
    }
  }
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
