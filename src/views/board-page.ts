/** The board in pages: tickets, figures over all of them, what failed lately, and whether new starts are halted. */
import type { Board, LoggedFailure } from '../../machines/measures/board.js';
import { isHandedOff, isLive, type Ticket } from '../../machines/measures/board-ticket.js';
import { waitsForAccept } from '../../machines/measures/closure.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionState } from '../session/state.js';
import type { Check } from '../../machines/schema/ticket.js';
import { checkWords, type CheckView } from './closure-view.js';
import { feedbackOf } from './feedback.js';
import { gateBar, gateView, ticketView, type GateView, type TicketView } from './gate-view.js';
import { clip } from './text-fit.js';

export interface BoardStats {
  total: number;
  passed: number;
  closedWithLabel: number;
  failed: number;
  inProgress: number;
  pending: number;
  withdrawn: number;
  /** passed / (passed + failed); null while there is neither. */
  passRate: number | null;
  averageAttempts: number | null;
}

export interface BoardFailure {
  ticketId: string;
  attempt: number;
  type: string;
  detail?: string;
  /** What the record says went wrong, in a line. */
  error?: string;
  at: string;
  recovered: boolean;
  resolution: string;
}

export type BoardLine = TicketView & {
  gate: GateView;
  progress: string;
  /** While it is validated: how each check stands. */
  checks?: Record<Check, CheckView['status']>;
  waitsForAccept?: true;
};

export interface BoardPage {
  sessionId: string;
  projectDir: string;
  tickets: BoardLine[];
  nextCursor?: string;
  stats: BoardStats;
  /** The gate that moved last among those at work. */
  running: string | null;
  waitingForPerson: string[];
  failures: BoardFailure[];
  halted: false | { wave: number; tickets: string[] }[];
}

const pageSize = 20;
const failuresShown = 10;

export const boardLine = (ticket: Ticket): BoardLine => ({
  ...ticketView(ticket),
  gate: gateView(ticket),
  progress: gateBar(ticket),
  ...(ticket.status === 's3_validating' ? { checks: checkWords(ticket) } : {}),
  ...(waitsForAccept(ticket.closure) && isLive(ticket) ? { waitsForAccept: true } : {}),
});

function statsOf(board: Board): BoardStats {
  const passed = board.count('passed');
  const failed = board.count('failed');
  const { sum, started } = board.attempts;
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100) / 100);
  return {
    total: board.size,
    passed,
    closedWithLabel: board.count('labelled'),
    failed,
    inProgress: board.count('inProgress'),
    pending: board.count('pending'),
    withdrawn: board.count('withdrawn'),
    passRate: share(passed, passed + failed),
    averageAttempts: share(sum, started),
  };
}

/** What became of a failed attempt. */
function failureLine(board: Board, failure: LoggedFailure, record: JournalRecord | undefined): BoardFailure {
  const { ticketId, attempt, type, detail, at } = failure;
  const ticket = board.at(ticketId);
  const [, error] = feedbackOf(ticket, failure, record).split('\n');
  // An override hands a ticket off; it does not make what failed pass.
  const recovered = isHandedOff(ticket) && ticket.gate.state === 'APPROVED';
  return {
    ticketId,
    attempt,
    type,
    ...(detail === undefined ? {} : { detail }),
    ...(error === undefined ? {} : { error: clip(error, 160) }),
    at: new Date(at).toISOString(),
    recovered,
    resolution: isHandedOff(ticket)
      ? ticket.gate.state
      : ticket.status === 'withdrawn'
        ? 'withdrawn'
        : `now ${ticket.gate.state}`,
  };
}

/** Which of the reasons in `waitsFor` holds. */
export const waitingReason = ({ flagged, waitsForAccept: isReady, gate }: BoardLine): string =>
  flagged ? 'ASKED' : isReady ? 'ACCEPT' : (gate.escalation?.type ?? 'ASKED');

export const waitsForPerson = ({ gate, isFlagged, status, closure }: Ticket): boolean =>
  isLive({ status }) &&
  (gate.state === 'ESCALATED' ||
    isFlagged ||
    waitsForAccept(closure) ||
    (gate.state === 'BLOCKED' && gate.context.blocker === null));

/** The records that tell of the failures shown. */
export const failureSeqs = (board: Board): number[] =>
  [...new Set(board.failures.slice(-failuresShown).map(({ seq }) => seq))].sort((a, b) => a - b);

export function boardPage(
  { info, board }: SessionState,
  cursor: string | undefined,
  records: readonly JournalRecord[] = [],
): BoardPage {
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  const tickets = board.all();
  const start = Number(/^\d{1,6}$/.exec(cursor ?? '')?.[0] ?? 0);
  const end = start + pageSize;
  const halted = board.halted();
  const running = board.active().sort((a, b) => b.lastStepAt - a.lastStepAt)[0];
  return {
    sessionId: info.sessionId,
    projectDir: info.projectDir,
    tickets: tickets.slice(start, end).map(boardLine),
    ...(end < tickets.length ? { nextCursor: String(end) } : {}),
    stats: statsOf(board),
    running: running?.id ?? null,
    waitingForPerson: tickets
      .filter(waitsForPerson)
      .map(({ id }) => id)
      .slice(0, pageSize),
    failures: board.failures
      .slice(-failuresShown)
      .map((failure) => failureLine(board, failure, bySeq.get(failure.seq)))
      .reverse(),
    halted: halted.length > 0 ? halted : false,
  };
}
