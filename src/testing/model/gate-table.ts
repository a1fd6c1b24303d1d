/**
 * What becomes of a gate on every request, written by hand from the spec of tickets and never from the charts: the
 * generated tests hold the running server, and the charts, to these rows.
 */
import * as ledgers from './gate-ledger.js';
import type { Ledger } from './gate-ledger.js';
import { flawCodes, type Request } from './gate-requests.js';

export type Expected = { readonly to: Ledger } | { readonly codes: readonly string[] };

type Change = (ledger: Ledger) => Ledger;
interface Row {
  readonly from: string;
  readonly verb: string;
  readonly to: Change;
  /** Else WRONG_STATUS. */
  readonly when?: ((ledger: Ledger) => boolean) | undefined;
}
const row = (from: string, verb: string, to: Change, when?: Row['when']): Row => ({ from, verb, to, when });

/** The slow ones answer when a step times out, the tardy ones long after that. */
export const names = {
  executor: 'e1',
  ...{ slowExecutor: 'e-slow', slowArchitect: 'a-slow', tardyExecutor: 'e-tardy', tardyArchitect: 'a-tardy' },
} as const;

/** An architect of the attempt's own: whoever has reviewed it does not do so again. */
export const architectOf = ({ reviewers }: Ledger): string => `a${reviewers.length + 1}`;

const submitted: Change = (ledger) => ledgers.executedBy(ledger, names.executor);
const edited: Change = (ledger) => ({ ...submitted(ledger), files: ledger.files + 1 });
const reviewed: Change = (ledger) => {
  const who = architectOf(ledger);
  return { ...ledgers.judgedBy(ledger, who), reviewers: [...ledger.reviewers, who] };
};
const verify = (ledger: Ledger) => ledgers.verifies(ledger, { isCalled: true });

const active = ['EXECUTING', 'VERIFYING', 'REVIEWING', 'FAILED', 'BLOCKED', 'ESCALATED'];
const working = ['EXECUTING', 'VERIFYING', 'REVIEWING'];
const handedOff = ['APPROVED', 'SKIPPED', 'FORCED'];

const late: Change = (ledger) => {
  const isArchitect = ledger.state === 'REVIEWING';
  const after = ledgers.timesOut(ledger);
  return isArchitect ? ledgers.judgedBy(after, names.slowArchitect) : ledgers.executedBy(after, names.slowExecutor);
};

const isTimeOut = ({ escalation, extended, step }: Ledger) => escalation === 'TIMEOUT' && !extended.includes(step);

export const rows: readonly Row[] = [
  row('PENDING', 'start', (ledger) => ledgers.executes(ledger)),

  row('EXECUTING', 'submit', (ledger) => verify(edited(ledger))),
  row('EXECUTING', 'submit unchanged', (ledger) => verify(submitted(ledger))),
  row('EXECUTING', 'submit malformed', (ledger) => ledgers.fails(edited(ledger), 'MALFORMED')),
  row('EXECUTING', 'submit failure', (ledger) => ledgers.fails(submitted(ledger), 'EXECUTION_FAILURE')),
  row('EXECUTING', 'submit blocked by another', (ledger) =>
    ledgers.waits(submitted(ledger), { isBlockedByOther: true }),
  ),
  row('EXECUTING', 'submit blocked by nothing', (ledger) => ledgers.asks(submitted(ledger), 'BLOCKED')),

  row('VERIFYING', 'run passes', (ledger) => ledgers.ran(ledger, true)),
  row('VERIFYING', 'run fails', (ledger) => ledgers.ran(ledger, false)),
  row('VERIFYING', 'run moves the files', ledgers.moves),
  row('VERIFYING', 'run is cut short', (ledger) => ledgers.verifies(ledger)),

  row(
    'REVIEWING',
    'submit',
    (ledger) => verify({ ...edited(ledger), resubmits: ledger.resubmits + 1 }),
    ({ resubmits }) => resubmits < 3,
  ),
  row('REVIEWING', 'approve', (ledger) => ledgers.ends(reviewed(ledger), 'APPROVED')),
  row('REVIEWING', 'approve with doubts', (ledger) => ledgers.ends(reviewed(ledger), 'APPROVED')),
  row('REVIEWING', 'approve with low confidence', (ledger) => ledgers.asks(reviewed(ledger), 'REVIEW')),
  row('REVIEWING', 'ask for a manual review', (ledger) => ledgers.asks(reviewed(ledger), 'REVIEW')),
  row('REVIEWING', 'reject', (ledger) => ledgers.fails(reviewed(ledger), 'ARCHITECT_REJECTION')),

  ...working.flatMap((from) => [row(from, 'time runs out', ledgers.timesOut), row(from, 'answer too late', late)]),
  row('VERIFYING', 'run ends too late', ledgers.timesOut),
  row('FAILED', 'pause ends', (ledger) =>
    ledger.step === 'architect' ? ledgers.isReviewed(ledger) : ledgers.executes(ledger),
  ),

  row('BLOCKED', 'unblock', (ledger) => ledgers.executes(ledger, { isCounted: false })),
  row('BLOCKED', 'withdraw the blocker', (ledger) => ({ ...ledgers.asks(ledger, 'BLOCKED'), isOtherWithdrawn: true })),

  row('ESCALATED', 'retry', ledgers.retried),
  row('ESCALATED', 'extend', ledgers.extendedStep, isTimeOut),
  row('ESCALATED', 'investigate', (ledger) => ledgers.waits(ledger)),
  row('ESCALATED', 'acknowledge', ledgers.acknowledged, ({ escalation }) => escalation === 'FLAKY'),
  row('ESCALATED', 'rereview', ledgers.reviewedAgain, ledgers.hasPassed),

  ...active
    .filter((from) => from !== 'ESCALATED')
    .map((from) => row(from, 'escalate', (ledger) => ledgers.asks(ledger, 'ASKED'))),
  ...active.flatMap((from) => [
    row(from, 'skip', (ledger) => ledgers.ends(ledgers.labelled(ledger, 'unverified'), 'SKIPPED')),
    row(from, 'force', (ledger) => ledgers.ends(ledgers.labelled(ledger, 'forced'), 'FORCED')),
  ]),
  ...handedOff.map((from) => row(from, 'escalate', (ledger) => ({ ...ledger, isFlagged: true }))),
];

/** Late answers, and other codes that are told where no row stands. */
function outOfPlace(ledger: Ledger, { verb, group, flaws }: Request): string[] {
  if (group === 'decide' && flaws.includes('as an agent')) return ['PERSON_REQUIRED'];
  if (verb === 'escalate' && (ledger.state === 'ESCALATED' || ledger.isFlagged)) return ['ALREADY_ESCALATED'];
  if (verb === 'another run ends' && ledger.state === 'VERIFYING') return ['STALE_RUN'];
  return ['WRONG_STATUS'];
}

const order = [...new Set(Object.values(flawCodes))];
const toldInOrder = (flaws: readonly string[]): string[] => {
  const codes = new Set(flaws.map((flaw) => flawCodes[flaw] ?? ''));
  return order.filter((code) => codes.has(code));
};

/** An attempt that a submit answers; a review answers the one at work. */
function answered({ attempt, timedOut }: Ledger, { flaws }: Request): number {
  if (flaws.includes('for a timed-out attempt')) return timedOut[0] ?? attempt;
  return flaws.includes('for another attempt') ? attempt + 50 : attempt;
}

/** Whoever approves too late may also approve what no run has seen. */
const unproven = ({ lastRun, files }: Ledger, { verb }: Request): string[] =>
  verb.startsWith('approve') && lastRun?.files !== files ? ['of other files'] : [];

export const comesLate = (ledger: Ledger, request: Request): boolean =>
  ['submit', 'review'].includes(request.group) && ledgers.isLate(ledger, answered(ledger, request));

/** Out of place is told alone, and before anything else; of the rest all is told at once, in order. */
export function expected(ledger: Ledger, request: Request): Expected {
  const { verb, flaws } = request;
  if (comesLate(ledger, request))
    return { codes: toldInOrder(['for a timed-out attempt', ...flaws, ...unproven(ledger, request)]) };
  const found = rows.find(({ from, verb: asked }) => from === ledger.state && asked === verb);
  const isFlaggedAlready = ledger.isFlagged && verb === 'escalate';
  if (!found || isFlaggedAlready || found.when?.(ledger) === false) return { codes: outOfPlace(ledger, request) };
  return flaws.length > 0 ? { codes: toldInOrder(flaws) } : { to: found.to(ledger) };
}

/** Whether anything of the request's kind is possible where the ticket is. */
export const isInPlace = ({ state }: Ledger, { verb }: Request): boolean =>
  rows.some(({ from, verb: asked }) => from === state && asked === verb);

const statuses: Readonly<Record<string, readonly string[]>> = {
  open: ['PENDING'],
  in_progress: [...working, 'FAILED'],
  blocked: ['BLOCKED', 'ESCALATED'],
  impl_complete: handedOff,
};
export const statusOf = ({ state }: Ledger): string =>
  Object.keys(statuses).find((status) => statuses[status]?.includes(state)) ?? '';

const minutes = { executor: [5, 15], verify: [2, 5], architect: [3, 10] } as const;

/** How long the step at work may take, in milliseconds; null where no time runs. */
export function limitOf({ state, step, extended }: Ledger): number | null {
  if (!working.includes(state)) return null;
  return minutes[step][extended.includes(step) ? 1 : 0] * 60_000;
}

export const pauseMs = 30_000;

/** A run says itself that its time is over; only then is it thought lost. */
export const graceMs = ({ state }: Ledger): number => (state === 'VERIFYING' ? 5000 : 0);
