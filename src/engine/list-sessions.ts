/** The list of sessions is the directory itself; summaries come from the index where it is up to date. */
import type { Store } from '../store/store.js';
import type { Summaries } from './summaries.js';
import type { Page, SessionInfo, SessionListQuery, SessionRow, SessionsFound, SessionsQuery } from './port.js';

const limitMax = 100;

export async function findSessions(
  { index }: Store,
  { summarise }: Summaries,
  { startedIn, ofProject, ageMsMax, onProgress }: SessionsQuery,
): Promise<SessionsFound> {
  const found = (await index.find({ summarise, ofProject, ageMsMax, onProgress })) as unknown as SessionsFound;
  // Whoever asks again and again saves now and then, and when it ends.
  if (ageMsMax === undefined) await index.save();
  if (startedIn === undefined) return found;
  return { ...found, rows: found.rows.filter(({ trees }) => trees.includes(startedIn)) };
}

export async function listSessions(
  store: Store,
  summaries: Summaries,
  { cursor, limit = 20, projectDir, open, waitingFirst = false, ageMsMax }: SessionListQuery,
): Promise<Page<SessionInfo>> {
  const ofProject = projectDir === undefined ? undefined : (dir: string) => dir === projectDir;
  const { rows } = await findSessions(store, summaries, { ofProject, ageMsMax });
  const listed = open === true ? rows.filter((row) => row.open) : rows;
  const rank = ({ ticketsForPerson }: SessionRow) => (waitingFirst && ticketsForPerson > 0 ? 0 : 1);
  const start = Number(/^\d{1,6}$/.exec(cursor ?? '')?.[0] ?? 0);
  const end = start + Math.min(limit, limitMax);
  const first = firstOf(listed, end, (a, b) => rank(a) - rank(b) || latestFirst(a, b));
  const items = first.slice(start).map(({ summary }) => summary);
  return { items, ...(end < listed.length ? { nextCursor: String(end) } : {}) };
}

export const latestFirst = (a: SessionRow, b: SessionRow): number =>
  b.updatedAt - a.updatedAt || (a.sessionId < b.sessionId ? -1 : 1);

/** In order, without ordering all of them: a page is short and a store may be large. */
function firstOf<T>(items: readonly T[], count: number, compare: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  const keep = () => first.sort(compare).splice(count);
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && first.length === count && compare(item, last) > 0) continue;
    first.push(item);
    if (first.length >= 2 * count) keep();
  }
  keep();
  return first;
}
