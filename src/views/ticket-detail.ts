/** One ticket in full: its contract, where its gate stands, and its story as the journal tells it. */
import type { Board } from '../../machines/measures/board.js';
import type { Rejection, Ticket } from '../../machines/measures/board-ticket.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { Contract, RunResult } from '../../machines/schema/ticket.js';
import { runKey } from '../session/fold-ticket.js';
import { closureFields } from './ticket-answer.js';
import type { ClosureView } from './closure-view.js';
import { feedbackOf } from './feedback.js';
import { gateBar, gateView, ticketView, type GateView, type TicketView } from './gate-view.js';
import { principalWords } from './principal-words.js';
import { clip } from './text-fit.js';
import { ticketNext } from './ticket-next.js';

export interface RunView extends Omit<
  RunResult,
  'excerpt' | 'treeBefore' | 'treeAfter' | 'filesBefore' | 'filesAfter' | 'startedAt' | 'policy'
> {
  startedAt: string;
  tree: string;
  /** Results of this command on this tree, over all tickets of the session. */
  onThisTree: { passed: number; failed: number };
  excerpt?: string;
  flags?: string[];
}

export function isolationLine({ isolation, programs }: Pick<RunResult, 'isolation' | 'programs'>): string {
  const { kind, network, files, limits, absent } = isolation;
  const lacks = absent.length > 0 ? [`absent: ${absent.join(', ')}`] : [];
  const seen = files === undefined ? [] : [filesWords[files]];
  const apart = [kind, network === 'none' ? 'no network' : 'network open', ...seen, ...limits].join(', ');
  return [apart, ...lacks, ...programLines(programs)].join('; ');
}

/** What a run could get at. */
export const filesWords = {
  tree: 'only its tree writable, store and home hidden',
  open: 'all files of the user open',
} as const;

/** Which programs a run started, and whether agents can change them. */
export const programLines = (programs: RunResult['programs'] = []): string[] =>
  programs.map(({ path, fromProject }) => `program: ${path}, from the project: ${fromProject ? 'yes' : 'no'}`);

export interface HistoryLine {
  seq: number;
  at: string;
  what: string;
  by: string;
  to?: string;
  text?: string;
}

export interface TicketDetail {
  ticket: TicketView;
  gate: GateView;
  checks?: ClosureView['checks'];
  closure?: Omit<ClosureView, 'checks'>;
  progress: string;
  contract: Contract & { contractHash: string };
  run?: RunView;
  previousFailures: { attempt: number; type: string; feedback: string }[];
  rejections?: { attempt: number; at: string; why: string; points: string[] }[];
  history: HistoryLine[];
  message: string;
}

const failuresShown = 4;
const historyShown = 30;
const rejectionsShown = 3;

/** The records a detail is made of. */
export const detailSeqs = ({ seqs, failures }: Ticket): number[] =>
  [...new Set([...seqs.slice(-historyShown), ...failures.map(({ seq }) => seq)])].sort((a, b) => a - b);

export function ticketDetail(board: Board, ticket: Ticket, records: readonly JournalRecord[]): TicketDetail {
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  const failures = ticket.failures.map((failure) => ({
    attempt: failure.attempt,
    type: failure.type,
    feedback: feedbackOf(ticket, failure, bySeq.get(failure.seq)),
  }));
  const last = failures.at(-1);
  const wantsFeedback = ['EXECUTING', 'FAILED', 'BLOCKED', 'ESCALATED'].includes(ticket.gate.state);
  const run = lastRun(board, ticket, records);
  return {
    ticket: ticketView(ticket),
    gate: { ...gateView(ticket), ...(last && wantsFeedback ? { feedback: last.feedback } : {}) },
    ...closureFields(ticket),
    progress: gateBar(ticket),
    contract: { ...ticket.contract, contractHash: ticket.contractHash },
    ...(run ? { run } : {}),
    previousFailures: failures.slice(-failuresShown),
    ...(ticket.rejections.length > 0
      ? { rejections: ticket.rejections.slice(-rejectionsShown).map(rejectionView) }
      : {}),
    history: records
      .filter(({ outcome }) => outcome === 'OK')
      .slice(-historyShown)
      .map((record) => historyLine(ticket.id, record)),
    message: ticketNext(ticket),
  };
}

const rejectionView = ({ attempt, at, why, points }: Rejection) => ({
  attempt,
  at: new Date(at).toISOString(),
  why,
  points: points.map((point) => clip(point, 600)),
});

function lastRun(board: Board, ticket: Ticket, records: readonly JournalRecord[]): RunView | undefined {
  for (const record of records.toReversed()) {
    const result = record.outcome === 'OK' ? resultIn(ticket.id, record.command) : undefined;
    if (result && record.outcome === 'OK') return runView(board, ticket, result, record.command.type === 'closure.ran');
  }
  return undefined;
}

/** How a result is known and what is odd about it; what a passing run printed is nobody's concern in a reply. */
export function runView(board: Board, ticket: Ticket, result: RunResult, isClosing: boolean): RunView {
  const { treeBefore, treeAfter: _a, filesBefore, filesAfter, startedAt, policy: _p, excerpt, ...shown } = result;
  const flags = [
    // Closing runs are numbered apart, and nobody claims anything about them.
    ...(!isClosing && ticket.mismatches.includes(result.id) ? ['CLAIM_MISMATCH'] : []),
    ...(result.problem?.startsWith('NO_TESTS_RAN') === true ? ['NO_TESTS_RAN'] : []),
    ...(filesBefore === filesAfter ? [] : ['TREE_MOVED']),
  ];
  return {
    ...shown,
    startedAt: new Date(startedAt).toISOString(),
    tree: treeBefore,
    onThisTree: board.runsOf(runKey(result)),
    ...(result.passed || excerpt === '' ? {} : { excerpt: clip(excerpt, 1200) }),
    ...(flags.length > 0 ? { flags } : {}),
  };
}

type AcceptedCommand = Extract<JournalRecord, { outcome: 'OK' }>['command'];

const resultIn = (ticketId: string, command: AcceptedCommand): RunResult | undefined =>
  'ticketId' in command && command.ticketId === ticketId ? runIn(command) : undefined;

/** The run a command tells of, whatever ticket it was made for. */
export function runIn(command: AcceptedCommand): RunResult | undefined {
  if (command.type === 'gate.ran' || command.type === 'closure.ran') return command.result;
  return command.type === 'gate.expire' ? command.run : undefined;
}

function historyLine(ticketId: string, record: JournalRecord): HistoryLine {
  const { seq, time, by } = record;
  const head = { seq, at: new Date(time).toISOString(), by: principalWords(by) };
  if (record.outcome !== 'OK') return { ...head, what: 'refused' };
  const own = [`gate:${ticketId}`, `ticket:${ticketId}`];
  const to = record.moves.filter(({ actor }) => own.includes(actor)).map((move) => move.to ?? 'stopped');
  const text = textOf(record.command);
  return {
    ...head,
    what: record.command.type,
    ...(to.length > 0 ? { to: to.join(' → ') } : {}),
    ...(text === undefined ? {} : { text: clip(text, 240) }),
  };
}

function textOf(command: AcceptedCommand): string | undefined {
  switch (command.type) {
    case 'ticket.submit':
      return `${command.status}: ${command.error ?? command.evidence}`;
    case 'ticket.review':
      return `${command.verdict} (${command.confidence}): ${command.feedback}`;
    case 'gate.ran':
      return command.result
        ? `run ${command.runId} ${command.result.passed ? 'passed' : 'failed'}`
        : `run ${command.runId} cut short: ${command.cutShort ?? ''}`;
    case 'ticket.report':
      return `${command.check} ${command.passed ? 'passed' : 'failed'}: ${command.summary}`;
    case 'closure.ran':
      return command.result
        ? `closing run ${command.runId} ${command.result.passed ? 'passed' : 'failed'}`
        : `closing run cut short: ${command.cutShort ?? ''}`;
    case 'ticket.escalate':
      return `${command.question} (tried: ${command.tried})`;
    case 'ticket.override':
      return `${command.how}${command.reason === undefined ? '' : ` (${command.reason})`}: ${command.note ?? ''}`;
    case 'ticket.decide':
      return `${command.decision}${command.dependency === undefined ? '' : ` ${command.dependency}`}${command.note === undefined ? '' : `: ${command.note}`}`;
    case 'ticket.committed':
      return command.sha ?? command.error;
    default:
      return undefined;
  }
}
