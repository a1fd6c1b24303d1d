/** The sessions that bear on a stop: those of where the agent works, by directory or by the git repository they share. */
import { JournalRecord } from '../../machines/schema/record.js';
import type { StopRole } from '../../machines/schema/command.js';
import { latestFirst } from '../engine/list-sessions.js';
import { Fault } from '../store/fault.js';
import { ownDirs } from './own-dirs.js';
import { soundRecords } from './replayed.js';
import { holdsShown, type Held } from './stop-reason.js';
import type { Workspace } from './workspace.js';

/** A session of which nothing certain is known. */
export interface Unread {
  readonly sessionId: string;
  readonly reason: string;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface Standing {
  readonly held: readonly Held[];
  readonly unread: readonly Unread[];
}

/** Opens only sessions whose summary says that they hold up this role, and of those no more than are told of. */
export async function standingAt(
  workspace: Workspace,
  places: readonly string[],
  role: StopRole,
  { wantsAll }: { wantsAll: boolean },
): Promise<Standing> {
  const isOwn = await ownDirs(places);
  const { rows, unread: left } = await workspace.engine.sessions({ ofProject: isOwn });
  const unread = await unlisted(workspace, left, isOwn);
  const held: Held[] = [];
  let shown = 0;
  const candidates = rows.filter(({ holds, damaged }) => holds[role] > 0 || damaged);
  for (const { sessionId, holds, damaged } of candidates.sort(latestFirst)) {
    if (shown >= holdsShown && !wantsAll && !damaged) {
      held.push({ sessionId, holds: [], count: holds[role] });
      continue;
    }
    try {
      const { value, damage } = await workspace.engine.query(sessionId, { kind: 'holds', role });
      // Nobody can go on in it: holding up an agent for it would help nothing.
      if (damage !== undefined) unread.push({ sessionId, reason: damage });
      else if (value.count > 0) held.push({ sessionId, ...value });
      if (damage === undefined) shown += value.holds.length;
    } catch (error) {
      unread.push({ sessionId, reason: messageOf(error) });
    }
  }
  return { held, unread };
}

/** Sessions that are there and cannot be opened, of this project or of nobody knows which. */
async function unlisted(
  { engine, store }: Workspace,
  left: readonly string[],
  isOwn: (dir: string) => Promise<boolean>,
): Promise<Unread[]> {
  const unread: Unread[] = [];
  for (const sessionId of left) {
    const reason = await engine.query(sessionId, { kind: 'overview' }).then(
      () => undefined,
      async (error: unknown) => whyUnread(store, sessionId, error),
    );
    if (reason === undefined) continue;
    const dir = await projectOf(store, sessionId);
    if (dir === undefined || (await isOwn(dir))) unread.push({ sessionId, reason });
  }
  return unread;
}

/** Undefined for what was never begun, or is just gone: that is no session. */
async function whyUnread(store: Workspace['store'], id: string, error: unknown): Promise<string | undefined> {
  if (!(error instanceof Fault && error.code === 'SESSION_NOT_FOUND')) return messageOf(error);
  const sound = await soundRecords(store, id).catch(() => undefined);
  if (sound?.damage) return sound.damage.reason;
  return (await store.snapshots.load(id)) && 'there is a snapshot of it and no record';
}

/** From its first record, if that can be read. */
async function projectOf(store: Workspace['store'], id: string): Promise<string | undefined> {
  const sound = await soundRecords(store, id).catch(() => undefined);
  const first = JournalRecord.safeParse(sound?.records[0]?.record).data;
  if (first?.outcome !== 'OK') return undefined;
  const { command } = first;
  if (command.type === 'investigation.start') return command.projectDir;
  return command.type === 'tickets.open' ? command.session?.projectDir : undefined;
}
