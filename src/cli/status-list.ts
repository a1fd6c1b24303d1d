/** The sessions of a store: gathered, and as a table for a person. */
import { plural } from '../../machines/measures/text.js';
import { latestFirst } from '../engine/list-sessions.js';
import type { SessionRow } from '../engine/port.js';
import { Fault } from '../store/fault.js';
import { plain } from '../views/escape.js';
import { timesRepaired } from '../views/repairs.js';
import { oneLine } from '../views/text-fit.js';
import { clientSetups } from './client-setup.js';
import { isHere } from './own-dirs.js';
import { shortIds } from './pick-session.js';
import { soundRecords } from './replayed.js';
import { unreadable } from './session-copy.js';
import { duration, marksFor, padEnd, padStart, painter, type Paint, type Painter } from './style.js';
import type { WaitingTicket } from './waiting-tickets.js';
import type { Workspace } from './workspace.js';

/** What `status` shows of a store. */
export interface ShownList extends Listed {
  readonly waiting: readonly WaitingTicket[];
}

export interface Listed {
  /** Those of this project first; of each, those that wait for a person, the other open ones, and by their last change. */
  readonly sessions: readonly SessionRow[];
  readonly broken: readonly { sessionId: string; reason: string }[];
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
const waitingShown = 5;

export async function listSessions(
  { engine, store }: Workspace,
  here: string,
  onProgress?: (done: number, total: number) => void,
): Promise<Listed> {
  const { rows, unread } = await engine.sessions({ onProgress });
  const rank = ({ projectDir, open, ticketsForPerson }: SessionRow) =>
    (isHere(projectDir, here) ? 0 : 3) + (ticketsForPerson > 0 ? 0 : open ? 1 : 2);
  const ranked = rows.map((row) => ({ row, rank: rank(row) }));
  ranked.sort((a, b) => a.rank - b.rank || latestFirst(a.row, b.row));
  return { sessions: ranked.map(({ row }) => row), broken: await brokenOf(store, unread) };
}

/** Of sessions that could not be read, those that were begun, with the reason. */
export async function brokenOf(store: Workspace['store'], unread: readonly string[]): Promise<Listed['broken']> {
  const broken = [];
  for (const sessionId of unread) {
    const reason = await whyNot(store, sessionId);
    if (reason !== undefined) broken.push({ sessionId, reason });
  }
  return broken;
}

/** One session that cannot be read must not hide the others; one that was never begun is none. */
async function whyNot(store: Workspace['store'], id: string): Promise<string | undefined> {
  try {
    return unreadable(id, await soundRecords(store, id));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.code === 'SESSION_NOT_FOUND' ? undefined : error.message;
  }
}

export function listLines(listed: ShownList, dataDir: string, look: ListLook): string[] {
  const { sessions, broken } = listed;
  if (sessions.length + broken.length === 0) return emptyLines(dataDir, painter(look.color));
  const shown = visible(sessions, look);
  const blocks = [
    tableLines(shown, sessions, look),
    waitingLines(listed, look),
    repairedLines(shown, look),
    brokenLines(listed, look),
    hintLines(shown, sessions, look),
  ];
  return blocks.filter((block) => block.length > 0).flatMap(separated);
}

function waitingLines({ waiting }: ShownList, { color, ascii, width }: ListLook): string[] {
  const more = waiting.length - waitingShown;
  return [
    ...waiting
      .slice(0, waitingShown)
      .map(
        ({ ticketId, sessionId }) =>
          `${marksFor(ascii).bad} ${ticketId} waits for you: proctor decide ${ticketId} --session ${sessionId}`,
      ),
    ...(more > 0 ? [`${marksFor(ascii).more} and ${more} more`] : []),
  ].map((line) => painter(color).yellow(oneLine(line, width, marksFor(ascii).more)));
}

function repairedLines(shown: readonly SessionRow[], { color, ascii, width }: ListLook): string[] {
  const { bad, more } = marksFor(ascii);
  return shown
    .filter(({ summary }) => summary.repaired > 0)
    .map(
      ({ sessionId, summary }) =>
        `${bad} ${sessionId}: its journal was ${timesRepaired(summary.repaired)}; proctor audit tells`,
    )
    .map((line) => painter(color).yellow(oneLine(line, width, more)));
}

function brokenLines({ broken }: Listed, { color, ascii, width }: ListLook): string[] {
  const { red } = painter(color);
  return broken.flatMap(({ sessionId, reason }) => [
    red(oneLine(`${marksFor(ascii).bad} ${sessionId}: ${reason}`, width, marksFor(ascii).more)),
    `  ${red('Run')} proctor audit ${sessionId}`,
  ]);
}

function hintLines(shown: readonly SessionRow[], sessions: readonly SessionRow[], look: ListLook): string[] {
  const own = sessions.filter(({ projectDir }) => isHere(projectDir, look.here)).length;
  const others = look.all ? 0 : sessions.length - own;
  const ended = look.all ? 0 : own - shown.length;
  return [
    ...(shown.length === 0 && own === 0 ? [`No sessions of this project, ${plain(look.here)}.`] : []),
    ...(ended > 0 ? [`${plural(ended, 'session')} that ended before: proctor status --all`] : []),
    ...(others > 0 ? [`${plural(others, 'session')} in other projects: proctor status --all`] : []),
    ...(shown.length > 0 ? ['proctor status <session> shows one; the beginning of its id is enough.'] : []),
  ].map(painter(look.color).dim);
}

const separated = (block: string[], index: number): string[] => (index === 0 ? block : ['', ...block]);

function visible(sessions: readonly SessionRow[], { all, here }: ListLook): SessionRow[] {
  if (all) return byProject(sessions);
  const own = sessions.filter(({ projectDir }) => isHere(projectDir, here));
  const open = own.filter((session) => session.open).length;
  return own.slice(0, open + endedMax);
}

/** Each project where its first session stands. */
function byProject(sessions: readonly SessionRow[]): SessionRow[] {
  const projects = new Map<string, SessionRow[]>();
  for (const session of sessions)
    projects.set(session.projectDir, [...(projects.get(session.projectDir) ?? []), session]);
  return [...projects.values()].flat();
}

interface Columns {
  readonly id: (session: SessionRow) => string;
  readonly idColumns: number;
  readonly stateColumns: number;
  readonly counts: readonly Count[];
}

/** A column of numbers; what a session has none of is left blank. */
interface Count {
  readonly head: string;
  readonly of: (session: SessionRow) => number | undefined;
}

const treeCounts: readonly Count[] = [
  { head: 'ROUND', of: ({ summary: { phase, currentRound } }) => (phase === 'tickets' ? undefined : currentRound) },
  { head: 'NODES', of: ({ summary: { phase, totalNodes } }) => (phase === 'tickets' ? undefined : totalNodes) },
];
const ticketCount: Count = { head: 'TICKETS', of: ({ tickets }) => (tickets > 0 ? tickets : undefined) };

/** Under a heading for each project where there may be several. */
function tableLines(rows: readonly SessionRow[], all: readonly SessionRow[], look: ListLook): string[] {
  if (rows.length === 0) return [];
  const { bold, dim } = painter(look.color);
  const short = shortIds(all.map(({ sessionId }) => sessionId));
  const id = ({ sessionId }: SessionRow) => short(sessionId);
  const widest = (texts: readonly string[]) => Math.max(...texts.map((each) => each.length));
  const idColumns = widest(['SESSION', ...rows.map(id)]);
  const stateColumns = widest(['STATE', ...rows.map((row) => stateOf(row, look).text)]);
  const counts = rows.some(({ tickets }) => tickets > 0) ? [...treeCounts, ticketCount] : treeCounts;
  const columns = { id, idColumns, stateColumns, counts };
  const heads = counts.map((count) => count.head).join('  ');
  const head = `${padEnd('SESSION', idColumns)}  ${padEnd('STATE', stateColumns)}  ${heads}     AGE  QUERY`;
  const lines = [dim(head)];
  let project: string | undefined;
  for (const row of rows) {
    if (look.all && row.projectDir !== project) lines.push('', bold(oneLine(row.projectDir, look.width)));
    project = row.projectDir;
    lines.push(rowLine(row, columns, look));
  }
  return lines;
}

function rowLine(row: SessionRow, { id, idColumns, stateColumns, counts }: Columns, look: ListLook): string {
  const { bold, dim } = painter(look.color);
  const { text: state, paint } = stateOf(row, look);
  const before = [
    ...counts.map(({ head, of }) => padStart(String(of(row) ?? ''), head.length)),
    dim(padStart(duration(look.now - row.updatedAt), 6)),
  ].join('  ');
  const countColumns = counts.reduce((sum, { head }) => sum + head.length + 2, 0);
  const queryColumns = Math.max(10, look.width - idColumns - stateColumns - countColumns - 12);
  const query = oneLine(row.summary.query, queryColumns, marksFor(look.ascii).more);
  const name = padEnd(id(row), idColumns);
  return `${row.open ? bold(name) : name}  ${paint(padEnd(state, stateColumns))}  ${before}  ${query}`;
}

/** Colour never stands alone: the mark and the word say the same. */
function stateOf(session: SessionRow, { color, ascii }: ListLook): { text: string; paint: Paint } {
  const { open: isOpen, ticketsForPerson } = session;
  const { outcome } = session.summary;
  const { cyan, green, yellow } = painter(color);
  const { ok, open, note } = marksFor(ascii);
  if (ticketsForPerson > 0) return { text: `${open} open, ${ticketsForPerson} for you`, paint: yellow };
  if (isOpen) return { text: `${open} open`, paint: cyan };
  if (outcome === null) return { text: `${ok} done`, paint: green };
  if (outcome === 'solved') return { text: `${ok} solved`, paint: green };
  return { text: `${note} ${plain(outcome).replaceAll('_', ' ')}`, paint: yellow };
}

function emptyLines(dataDir: string, { bold, dim }: Painter): string[] {
  const setups = clientSetups();
  return [
    `${bold('No sessions yet')} in ${dataDir}.`,
    '',
    'Add Proctor to your agent, then ask it: "Investigate with Proctor: why does …?"',
    ...setups.map(([client, how]) => `  ${client.padEnd(12)} ${how}`),
    '',
    `${dim('Or see it at work first:')} proctor demo`,
  ];
}
