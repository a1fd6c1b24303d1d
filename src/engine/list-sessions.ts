/** The list of sessions is the directory itself; summaries come from the index where it is up to date. */
import type { Store } from '../store/store.js';
import type { Overview } from '../views/overview.js';
import type { Page, Queried, SessionInfo, SessionListQuery } from './port.js';

const limitMax = 100;

export async function listSessions(
  store: Store,
  overview: (id: string) => Promise<Queried<Overview>>,
  { cursor, limit = 20, projectDir, open, waitingFirst = false }: SessionListQuery,
): Promise<Page<SessionInfo>> {
  const summaries: SessionInfo[] = [];
  const ids = await store.sessions();
  for (const id of ids) {
    const info = await summaryOf(store, overview, id);
    if (!info) continue;
    if (projectDir !== undefined && info.projectDir !== projectDir) continue;
    if (open === true && !info.open) continue;
    summaries.push(info);
  }
  await store.index.save(ids);
  const rank = ({ ticketsForPerson }: SessionInfo) => (waitingFirst && ticketsForPerson > 0 ? 0 : 1);
  summaries.sort((a, b) => rank(a) - rank(b) || b.updatedAt - a.updatedAt || (a.sessionId < b.sessionId ? -1 : 1));
  const start = Number(/^\d{1,6}$/.exec(cursor ?? '')?.[0] ?? 0);
  const end = start + Math.min(limit, limitMax);
  return { items: summaries.slice(start, end), ...(end < summaries.length ? { nextCursor: String(end) } : {}) };
}

/** A session that cannot be read is left out of the list; asked for by its id, it says why. */
export async function summaryOf(
  store: Store,
  overview: (id: string) => Promise<Queried<Overview>>,
  id: string,
): Promise<SessionInfo | undefined> {
  try {
    return await store.index.summary(id, async () => infoOf(await overview(id)));
  } catch {
    return undefined;
  }
}

export const infoOf = ({ value: overview, damage }: Pick<Queried<Overview>, 'value' | 'damage'>): SessionInfo => ({
  sessionId: overview.sessionId,
  query: overview.query,
  protocol: overview.protocol,
  projectDir: overview.projectDir,
  phase: overview.phase,
  open: overview.open,
  waiting: overview.waiting,
  tickets: overview.tickets,
  ticketsForPerson: overview.ticketsForPerson,
  holds: overview.holds,
  damaged: damage !== undefined,
  outcome: overview.outcome,
  totalNodes: overview.totalNodes,
  byState: overview.byState,
  currentRound: overview.currentRound,
  startedAt: overview.startedAt,
  updatedAt: overview.updatedAt,
});
