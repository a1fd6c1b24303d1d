/** The sessions of a store: gathered, and as a table for a person. */
import type { SessionInfo } from '../engine/port.js';
import { Fault } from '../store/fault.js';
import { plain } from '../views/escape.js';
import { oneLine } from '../views/text-fit.js';
import { clientSetups } from './client-setup.js';
import { isCommand } from './commands.js';
import { shortIds } from './pick-session.js';
import { duration, marksFor, padEnd, padStart, painter, type Painter } from './style.js';
import type { Workspace } from './workspace.js';

export interface Listed {
  /** Open ones of this project first, then by when something last happened. */
  readonly sessions: readonly SessionInfo[];
  readonly unreadable: readonly { sessionId: string; reason: string }[];
}

export interface ListLook {
  readonly color: boolean;
  readonly ascii: boolean;
  readonly width: number;
  readonly now: number;
  readonly here: string;
  /** Every project, and all of its ended sessions. */
  readonly all: boolean;
}

const endedMax = 10;

/** A project is also that of whoever stands in one of its directories. */
export const isHere = (projectDir: string, cwd: string): boolean =>
  cwd === projectDir || cwd.startsWith(projectDir.endsWith('/') ? projectDir : `${projectDir}/`);

export async function listSessions({ engine, store }: Workspace, here: string): Promise<Listed> {
  const sessions: SessionInfo[] = [];
  for (let cursor: string | undefined = '0'; cursor !== undefined;) {
    const page = await engine.list({ limit: 100, cursor });
    sessions.push(...page.items);
    cursor = page.nextCursor;
  }
  const rank = ({ projectDir, phase }: SessionInfo) => (isHere(projectDir, here) ? 0 : 2) + (phase === 'ended' ? 1 : 0);
  sessions.sort((a, b) => rank(a) - rank(b) || b.updatedAt - a.updatedAt);
  const known = new Set(sessions.map(({ sessionId }) => sessionId));
  const unreadable = [];
  for (const sessionId of await store.sessions()) {
    if (known.has(sessionId)) continue;
    const reason = await engine.query(sessionId, { kind: 'overview' }).then(() => undefined, whyNot);
    if (reason !== undefined) unreadable.push({ sessionId, reason });
  }
  return { sessions, unreadable };
}

/** A session whose first record was never written is none. */
const whyNot = (error: unknown): string | undefined =>
  error instanceof Fault && error.code === 'SESSION_NOT_FOUND'
    ? undefined
    : ((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '');

export function listLines({ sessions, unreadable }: Listed, dataDir: string, look: ListLook): string[] {
  const { bold, dim, red } = painter(look.color);
  if (sessions.length + unreadable.length === 0) return emptyLines(dataDir, painter(look.color));
  const shown = visible(sessions, look);
  const others = sessions.length - sessions.filter(({ projectDir }) => isHere(projectDir, look.here)).length;
  const tables = projectsOf(shown, look).map(([dir, rows]) => [
    ...(look.all ? [bold(oneLine(dir, look.width))] : []),
    ...tableLines(rows, sessions, look),
  ]);
  const endedLeft = look.all ? 0 : sessions.length - others - shown.length;
  const hints = [
    ...(shown.length === 0 ? [`No sessions of this project (${plain(look.here)}).`] : []),
    ...(endedLeft > 0 ? [`${endedLeft} more that ended: proctor status --all`] : []),
    ...(others > 0 && !look.all ? [`${others} of other projects: proctor status --all`] : []),
    ...(shown.length > 0 ? ['proctor status <session> shows one; the beginning of its id is enough.'] : []),
  ];
  const broken = unreadable.flatMap(({ sessionId, reason }) => [
    red(`${marksFor(look.ascii).bad} ${sessionId} cannot be read: ${oneLine(reason, look.width)}`),
    `  proctor audit ${sessionId}`,
  ]);
  return [...tables, broken, hints.map(dim)].filter((block) => block.length > 0).flatMap(separated);
}

const separated = (block: string[], index: number): string[] => (index === 0 ? block : ['', ...block]);

function visible(sessions: readonly SessionInfo[], { all, here }: ListLook): SessionInfo[] {
  if (all) return [...sessions];
  const own = sessions.filter(({ projectDir }) => isHere(projectDir, here));
  const open = own.filter(({ phase }) => phase !== 'ended').length;
  return own.slice(0, open + endedMax);
}

function projectsOf(sessions: readonly SessionInfo[], { all }: ListLook): [string, SessionInfo[]][] {
  const projects = new Map<string, SessionInfo[]>();
  for (const session of sessions) {
    const key = all ? session.projectDir : '';
    projects.set(key, [...(projects.get(key) ?? []), session]);
  }
  return [...projects];
}

const stateColumns = 14;

function tableLines(rows: readonly SessionInfo[], all: readonly SessionInfo[], look: ListLook): string[] {
  const { dim } = painter(look.color);
  const short = shortIds(all.map(({ sessionId }) => sessionId));
  const idColumns = Math.max(7, ...rows.map(({ sessionId }) => short(sessionId).length));
  const head = `${padEnd('SESSION', idColumns)}  ${padEnd('STATE', stateColumns)}  ROUND  NODES  ${padStart('AGE', 6)}  QUERY`;
  return [dim(head), ...rows.map((row) => rowLine(row, short(row.sessionId).padEnd(idColumns), look))];
}

function rowLine(row: SessionInfo, id: string, look: ListLook): string {
  const { bold, dim } = painter(look.color);
  const state = stateOf(row, look);
  const before = [
    padStart(String(row.currentRound), 5),
    padStart(String(row.totalNodes), 5),
    dim(padStart(duration(look.now - row.updatedAt), 6)),
  ].join('  ');
  const queryColumns = Math.max(10, look.width - id.length - stateColumns - 26);
  const query = oneLine(row.query, queryColumns, marksFor(look.ascii).more);
  return `${row.phase === 'ended' ? id : bold(id)}  ${state}  ${before}  ${query}`;
}

/** Colour never stands alone: the mark and the word say the same. */
function stateOf({ phase, outcome }: SessionInfo, { color, ascii }: ListLook): string {
  const { cyan, green, yellow, dim } = painter(color);
  const { ok, open, note } = marksFor(ascii);
  if (phase !== 'ended') return cyan(padEnd(`${open} open`, stateColumns));
  if (outcome === 'solved') return green(padEnd(`${ok} solved`, stateColumns));
  const word = plain(outcome ?? 'ended').replaceAll('_', ' ');
  return (outcome === 'inconclusive' ? yellow : dim)(padEnd(`${note} ${word}`, stateColumns));
}

function emptyLines(dataDir: string, { bold, dim }: Painter): string[] {
  const setups = clientSetups();
  return [
    `${bold('No sessions yet')} in ${dataDir}.`,
    '',
    'Add Proctor to your agent, then ask it: "Investigate with Proctor: why does …?"',
    ...setups.map(([client, how]) => `  ${client.padEnd(12)} ${how}`),
    ...(isCommand('demo') ? ['', `${dim('Or see it at work first:')} proctor demo`] : []),
  ];
}
