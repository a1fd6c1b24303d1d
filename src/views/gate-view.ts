/** A ticket and its gate at a glance: the same few fields in every reply, on the board and in the terminal. */
import { independenceOf, type Known, type Ticket } from '../../machines/measures/board-ticket.js';
import { steps, type GateState, type Step } from '../../machines/schema/ticket.js';

export type StepStatus =
  'pending' | 'running' | 'passed' | 'failed' | 'blocked' | 'waits for a person' | 'flaky' | 'skipped' | 'forced';

export interface GateView {
  status: GateState;
  /** 1 executor, 2 verify, 3 architect; 0 before the start. */
  step: number;
  attempt: number;
  maxAttempts: number;
  executor: StepStatus;
  verify: StepStatus;
  architect: StepStatus;
  /** Until when the step at work must be answered. */
  deadline?: string;
  retryAt?: string;
  escalation?: { type: string; step: Step; since: string };
  blockedBy?: string;
  feedback?: string;
}

export interface TicketView {
  ticketId: string;
  title: string;
  status: Ticket['status'];
  attempt: number;
  labels: string[];
  wave?: number;
  dependsOn?: string[];
  flagged?: true;
  workDir?: string;
  startedAt?: string;
  lastStepAt: string;
  /** How well those who took part are known to be different ones. */
  independence?: Known;
  claimMismatch?: number;
  /** What became of the commit the server was to make. */
  commit_sha?: string;
  commit_error?: string;
  requires_manual_commit?: true;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const doneSteps: Readonly<Record<GateState, number>> = {
  PENDING: 0,
  EXECUTING: 0,
  VERIFYING: 1,
  REVIEWING: 2,
  FAILED: -1,
  BLOCKED: 0,
  ESCALATED: -1,
  APPROVED: 3,
  SKIPPED: -1,
  FORCED: -1,
};

/** What the step the gate stands at is called in each state. */
const atStep: Partial<Record<GateState, StepStatus>> = {
  EXECUTING: 'running',
  VERIFYING: 'running',
  REVIEWING: 'running',
  FAILED: 'failed',
  BLOCKED: 'blocked',
  ESCALATED: 'waits for a person',
  SKIPPED: 'skipped',
  FORCED: 'forced',
};

/** The number of the step the gate stands at. */
function stepNumber({ gate: { state, context } }: Ticket): number {
  if (state === 'PENDING') return 0;
  return state === 'APPROVED' ? steps.length : steps.indexOf(context.step) + 1;
}

function stepStatus(ticket: Ticket, step: Step): StepStatus {
  const { state, context } = ticket.gate;
  const index = steps.indexOf(step);
  const at = doneSteps[state] === -1 ? steps.indexOf(context.step) : doneSteps[state];
  const passed = step === 'verify' && context.labels.includes('flaky') ? 'flaky' : 'passed';
  if (index < at) return passed;
  const isOverridden = state === 'SKIPPED' || state === 'FORCED';
  return index === at || isOverridden ? (atStep[state] ?? 'pending') : 'pending';
}

export function gateView(ticket: Ticket): GateView {
  const { state, context } = ticket.gate;
  const { attempt, counted, attemptsMax, deadline, wakeAt, escalation, blocker } = context;
  const isLive = ticket.status !== 'withdrawn';
  return {
    status: state,
    step: stepNumber(ticket),
    attempt,
    maxAttempts: attemptsMax + attempt - counted,
    executor: stepStatus(ticket, 'executor'),
    verify: stepStatus(ticket, 'verify'),
    architect: stepStatus(ticket, 'architect'),
    ...(deadline !== null && isLive ? { deadline: iso(deadline) } : {}),
    ...(wakeAt !== null && isLive ? { retryAt: iso(wakeAt) } : {}),
    ...(escalation ? { escalation: { type: escalation.type, step: escalation.step, since: iso(escalation.at) } } : {}),
    ...(blocker === null ? {} : { blockedBy: blocker }),
  };
}

export function ticketView(ticket: Ticket): TicketView {
  const { id, contract, status, gate, isFlagged, tree, startedAt, lastStepAt, mismatches, commit } = ticket;
  const isOverridden = gate.state === 'SKIPPED' || gate.state === 'FORCED';
  const independence = independenceOf(ticket);
  return {
    ticketId: id,
    title: contract.title,
    status,
    attempt: gate.context.attempt,
    labels: [...gate.context.labels],
    ...(contract.wave === undefined ? {} : { wave: contract.wave }),
    ...(contract.dependsOn?.length ? { dependsOn: contract.dependsOn.slice(0, 10) } : {}),
    ...(isFlagged ? { flagged: true } : {}),
    ...(tree ? { workDir: tree.dir } : {}),
    ...(startedAt === null ? {} : { startedAt: iso(startedAt) }),
    lastStepAt: iso(lastStepAt),
    ...(independence === undefined ? {} : { independence }),
    ...(mismatches.length > 0 ? { claimMismatch: mismatches.length } : {}),
    ...(commit !== null && commit !== 'wanted' ? commitView(commit) : {}),
    ...(isOverridden ? { requires_manual_commit: true } : {}),
  };
}

const commitView = ({ sha, error }: { sha: string | null; error?: string | undefined }) => ({
  ...(sha === null ? {} : { commit_sha: sha }),
  ...(sha === null || error !== undefined ? { commit_error: error ?? 'not committed' } : {}),
});

const barCells = 8;

/** `[#####---] Step 2/3`; full only when nothing is left to do. */
export function gateBar(ticket: Ticket, { full = '#', empty = '-' } = {}): string {
  const step = stepNumber(ticket);
  const { state } = ticket.gate;
  const isDone = state === 'APPROVED' || state === 'SKIPPED' || state === 'FORCED';
  const cells = isDone ? barCells : Math.min(Math.floor((step * barCells) / steps.length), barCells - 1);
  return `[${full.repeat(cells)}${empty.repeat(barCells - cells)}] Step ${step}/${steps.length}`;
}
