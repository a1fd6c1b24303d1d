/** A session as one HTML file: the dashboard's page with all it shows, at any record, without a server. */
import type { JournalRecord } from '../../machines/schema/record.js';
import { infoOf } from '../engine/session-info.js';
import type { SessionState } from '../session/state.js';
import { readPagePart, readPicture } from '../store/package-dir.js';
import { nodeDetail, recordsNeeded } from '../views/node-detail.js';
import { nodeSummary } from '../views/node-page.js';
import { nodeStory } from '../views/node-story.js';
import { DashboardApi } from './api.js';
import { onePage } from './one-file.js';
import { recorded } from './recorded.js';
import { SessionLog } from './session-log.js';
import { Story } from './story.js';
import type { FileNode, FileSession, FileTicket, LogEntry, NodeDetail, PossibleMove } from './wire.js';
import type { TicketDetail, TicketMove } from './wire.js';

export interface Journal {
  readonly id: string;
  readonly records: readonly JournalRecord[];
  readonly head: string;
  /** Set where these are only its sound part. */
  readonly damage?: string | undefined;
}

export async function sessionPage(journal: Journal): Promise<string> {
  const session = await fileSession(journal);
  const [script, css, icon] = await Promise.all(['file.js', 'page.css', 'icon.svg'].map(readPagePart));
  return onePage({
    title: `${session.about.query} · Proctor`,
    script: script ?? '',
    styles: [css ?? ''],
    icon: icon ?? '',
    data: { id: 'proctor-session', value: session },
  });
}

export async function fileSession(journal: Journal): Promise<FileSession> {
  const { id, records, head, damage } = journal;
  const api = new DashboardApi(recorded(records, head));
  try {
    const { nodes, entries, state } = told(journal);
    const about = await api.about(id);
    return {
      info: infoOf(state, damage),
      about,
      entries,
      nodes: await nodesWithMoves(api, id, nodes),
      tickets: await tickets(api, id, entries),
      charts: await pictures([`${about.chart}.brief`, 'ticket.brief', 'gate.brief']),
    };
  } finally {
    api.close();
  }
}

type NodeStory = Story<FileNode, NodeDetail['history'][number], PossibleMove>;

/** Record by record: what each says of the nodes it changed. */
function told({ id, records }: Journal) {
  const log = new SessionLog(id);
  const nodes = new Map<string, NodeStory>();
  for (const record of records) {
    const entry = log.take(record);
    for (const row of entry.nodes ?? []) tellNode(nodes, log.state, records, row.id);
    for (const gone of entry.gone ?? []) nodes.get(gone)?.goes(entry.seq);
  }
  const { state } = log;
  if (!state) throw new Error(`session ${id} has no record`);
  return { nodes, state, entries: log.after(0, records.length) };
}

function tellNode(
  nodes: Map<string, NodeStory>,
  state: SessionState | undefined,
  records: readonly JournalRecord[],
  id: string,
): void {
  const summary = state && nodeSummary(state, id);
  if (!summary) return;
  const needed = recordsNeeded(summary).sort((a, b) => a - b);
  const found = needed.flatMap((seq) => records[seq - 1] ?? []);
  const { history, children: _children, ...node } = nodeDetail(summary, found);
  const story: NodeStory = nodes.get(id) ?? new Story();
  nodes.set(id, story);
  story.tell(state.seq, { ...node, story: nodeStory(state, summary, found) }, history);
}

async function nodesWithMoves(api: DashboardApi, id: string, nodes: ReadonlyMap<string, NodeStory>) {
  const all: [string, ReturnType<NodeStory['ended']>][] = [];
  for (const [nodeId, story] of nodes) {
    const answer = await api.node(id, nodeId, null);
    all.push([nodeId, story.ended(answer?.moves ?? [])]);
  }
  return Object.fromEntries(all);
}

type TicketStory = Story<FileTicket, TicketDetail['history'][number], TicketMove>;

/** In the order of the records, so that the session is replayed once for all of them. */
async function tickets(api: DashboardApi, id: string, entries: readonly LogEntry[]) {
  const stories = new Map<string, TicketStory>();
  const tell = async (ticketId: string, seq: number): Promise<readonly TicketMove[]> => {
    const answer = await api.ticket(id, ticketId, seq);
    if (!answer) return [];
    const { history, ...ticket } = answer.ticket;
    const story: TicketStory = stories.get(ticketId) ?? new Story();
    stories.set(ticketId, story);
    const { current, taken, story: told, personAsked } = answer;
    story.tell(seq, { ...ticket, current, taken, story: told, personAsked }, history);
    return answer.moves;
  };
  for (const { seq, tickets: changed = [] } of entries) for (const { ticketId } of changed) await tell(ticketId, seq);
  const all: [string, ReturnType<TicketStory['ended']>][] = [];
  const last = entries.at(-1)?.seq ?? 0;
  for (const [ticketId, story] of stories) {
    const moves = await tell(ticketId, last);
    all.push([ticketId, story.ended(moves)]);
  }
  return Object.fromEntries(all);
}

async function pictures(names: readonly string[]): Promise<Record<string, string>> {
  const found = await Promise.all(names.map(async (name) => [name, (await readPicture(name)) ?? ''] as const));
  return Object.fromEntries(found);
}
