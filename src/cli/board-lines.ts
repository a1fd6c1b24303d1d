/** The tickets of a session for a person: a row each with its gate's bar, who waits for them, the figures. */
import { percent, plural } from '../../machines/measures/text.js';
import type { GateState } from '../../machines/schema/ticket.js';
import { waitingReason, type BoardLine, type BoardStats } from '../views/board-page.js';
import { columns, oneLine } from '../views/text-fit.js';
import type { WholeBoard } from '../views/whole-board.js';
import { duration, marksFor, padEnd, painter, wrap, type Marks, type Painter } from './style.js';
import { whyYou } from './why-you.js';

export interface BoardLook {
  readonly color: boolean;
  readonly ascii: boolean;
  readonly width: number;
  readonly now: number;
}

export interface BoardPicture {
  /** One a ticket, in order. */
  readonly rows: readonly string[];
  /** What a person has to do, then the figures. */
  readonly foot: readonly string[];
}

type Tone = keyof Painter;
interface Word {
  readonly mark: keyof Marks;
  readonly word: string;
  readonly tone: Tone;
}

/** Colour never stands alone: mark and word say the same. */
const words: Readonly<Record<GateState, Word>> = {
  PENDING: { mark: 'note', word: 'open', tone: 'dim' },
  EXECUTING: { mark: 'open', word: 'executing', tone: 'cyan' },
  VERIFYING: { mark: 'open', word: 'verifying', tone: 'cyan' },
  REVIEWING: { mark: 'open', word: 'reviewing', tone: 'cyan' },
  FAILED: { mark: 'bad', word: 'timed out', tone: 'red' },
  BLOCKED: { mark: 'note', word: 'blocked', tone: 'yellow' },
  ESCALATED: { mark: 'bad', word: 'waits for you', tone: 'yellow' },
  APPROVED: { mark: 'ok', word: 'approved', tone: 'green' },
  SKIPPED: { mark: 'note', word: 'skipped', tone: 'yellow' },
  FORCED: { mark: 'note', word: 'forced', tone: 'yellow' },
};
const closed: Word = { mark: 'ok', word: 'closed', tone: 'green' };
const handedOff: Word = { mark: 'ok', word: 'handed off', tone: 'green' };
const validating: Word = { mark: 'open', word: 'validating', tone: 'cyan' };
const withdrawn: Word = { mark: 'note', word: 'withdrawn', tone: 'dim' };

const wordColumns = Math.max(...Object.values(words).map(({ word }) => word.length)) + 2;
const titleColumnsMin = 12;
const wideColumns = 90;

function wordOf({ status, gate }: BoardLine): Word {
  if (status === 'withdrawn') return withdrawn;
  if (status === 'closed') return closed;
  if (status === 's3_validating') return validating;
  return status === 'impl_complete' && gate.status === 'APPROVED' ? handedOff : words[gate.status];
}

export function boardPicture(board: WholeBoard, look: BoardLook): BoardPicture {
  const idColumns = Math.max(0, ...board.tickets.map(({ ticketId }) => ticketId.length));
  return {
    rows: board.tickets.map((line) => rowOf(line, idColumns, look)),
    foot: [...haltLines(board, look), ...waitLines(board, look), ...wrap(statsText(board.stats), look.width)],
  };
}

function rowOf(line: BoardLine, idColumns: number, look: BoardLook): string {
  const paint = painter(look.color);
  const marks = marksFor(look.ascii);
  const { mark, word, tone } = wordOf(line);
  const state = padEnd(`${marks[mark]} ${word}`, wordColumns);
  const isWide = look.width >= wideColumns;
  const attempt = padEnd(attemptOf(line, isWide), isWide ? 13 : 5);
  const head = [padEnd(line.ticketId, idColumns), line.progress, attempt, state].join('  ');
  const notes = notesOf(line, look.now);
  let room = look.width - columns(head) - 2;
  const kept: string[] = [];
  for (const note of notes) {
    const more = columns(marks.dot + note);
    if (room - more < Math.min(titleColumnsMin, columns(line.title))) break;
    kept.push(marks.dot + note);
    room -= more;
  }
  // On a very narrow screen the title goes first, then the end of the row.
  if (room < 4) return oneLine(head, look.width, marks.more);
  const title = oneLine(line.title, room, marks.more);
  return [
    `${paint.bold(padEnd(line.ticketId, idColumns))}  ${paint[tone](line.progress)}  ${attempt}`,
    paint[tone](state),
    `${title}${paint.dim(kept.join(''))}`,
  ].join('  ');
}

const attemptOf = ({ gate: { attempt, maxAttempts } }: BoardLine, isWide: boolean): string =>
  attempt === 0 ? '' : `${isWide ? 'attempt ' : ''}${attempt}/${maxAttempts}`;

/** The most telling first: what does not fit is left out from the end. */
function notesOf(line: BoardLine, now: number): string[] {
  const { gate, labels, dependsOn = [], status, flagged, checks, waitsForAccept } = line;
  const isOpen = status === 'open';
  const reported = Object.values(checks ?? {}).filter((check) => check !== 'waiting').length;
  return [
    ...(flagged || waitsForAccept ? ['waits for you'] : []),
    ...(checks ? [`${reported}/3 checks`] : []),
    ...labels,
    ...(gate.blockedBy === undefined ? [] : [`waits for ${gate.blockedBy}`]),
    ...(gate.deadline === undefined ? [] : [timeLeft(Date.parse(gate.deadline) - now)]),
    ...(gate.retryAt === undefined ? [] : ['tries again in a moment']),
    ...(isOpen && dependsOn.length > 0 ? [`after ${dependsOn.slice(0, 3).join(', ')}`] : []),
  ];
}

const timeLeft = (ms: number): string => (ms < 0 ? 'overdue' : `${duration(ms)} left`);

function waitLines({ waitingForPerson, tickets }: WholeBoard, { color, ascii, width }: BoardLook): string[] {
  const { yellow } = painter(color);
  const byId = new Map(tickets.map((line) => [line.ticketId, line]));
  return waitingForPerson.flatMap((id) => {
    const line = byId.get(id);
    const run = `proctor decide ${id}${line?.waitsForAccept ? ' accept' : ''}`;
    return wrap(`${marksFor(ascii).bad} ${id} waits for you: ${reasonOf(line)}. Run ${run}`, width).map(yellow);
  });
}

const reasonOf = (line: BoardLine | undefined): string =>
  line?.gate.status === 'BLOCKED' ? 'you are looking into it' : whyYou(line && waitingReason(line));

function haltLines({ halted, sessionId }: WholeBoard, { color, ascii, width }: BoardLook): string[] {
  if (halted === false) return [];
  const waves = halted.map(
    ({ wave, tickets }) =>
      `${wave === 0 ? 'tickets without a wave' : `wave ${wave}`} (${tickets.slice(0, 6).join(', ')})`,
  );
  const told = `${marksFor(ascii).bad} Halted: ${waves.join(', ')} used up their retries. Run proctor resume ${sessionId}`;
  return wrap(told, width).map(painter(color).red);
}

/** Only what there is; the sum says what is left out. */
function statsText(stats: BoardStats): string {
  const {
    total,
    passed,
    closedWithLabel,
    failed,
    inProgress,
    pending,
    withdrawn: given,
    passRate,
    averageAttempts,
  } = stats;
  const parts: [number, string][] = [
    [passed, 'passed'],
    [closedWithLabel, 'closed with a label'],
    [failed, 'failed'],
    [inProgress, 'in progress'],
    [pending, 'pending'],
    [given, 'withdrawn'],
  ];
  const counted = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return [
    `${total} ${total === 1 ? 'ticket' : 'tickets'}: ${counted.join(', ')}`,
    ...(passRate === null ? [] : [`pass rate ${percent(passRate)}`]),
    ...(averageAttempts === null ? [] : [`${plural(averageAttempts, 'attempt')} on average`]),
  ].join('; ');
}
