/**
 * What has happened to one ticket, kept by hand from the spec of tickets and never from the charts: the table of the gate
 * looks at it to say what comes next. Each verb is something the spec says happens.
 */
export type Step = 'executor' | 'verify' | 'architect';

export interface Ledger {
  readonly state: string;
  /** Why a person is waited for, in ESCALATED. */
  readonly escalation: string | null;
  readonly step: Step;
  readonly attempt: number;
  /** Attempts that count towards the maximum: not those after a block. */
  readonly counted: number;
  readonly max: number;
  readonly failures: Readonly<Record<string, number>>;
  /** Which version of the contract's files lies on the disk; 0 as they were at the start. */
  readonly files: number;
  /** Results by version of the files. */
  readonly runs: Readonly<Record<number, { readonly passed: number; readonly failed: number }>>;
  readonly lastRun: { readonly files: number; readonly passed: boolean } | null;
  readonly acknowledged: number | null;
  readonly moved: number;
  readonly resubmits: number;
  readonly timedOut: readonly number[];
  readonly extended: readonly Step[];
  readonly executors: readonly string[];
  readonly architects: readonly string[];
  /** Architects who have reviewed this attempt. */
  readonly reviewers: readonly string[];
  readonly labels: readonly string[];
  /** Waits for the other ticket. */
  readonly isBlockedByOther: boolean;
  readonly isOtherWithdrawn: boolean;
  /** Somebody waits for the run and can call it off. */
  readonly isCalled: boolean;
  /** A person was asked for after the hand-off. */
  readonly isFlagged: boolean;
}

export const opened: Ledger = {
  state: 'PENDING',
  escalation: null,
  step: 'executor',
  ...{ attempt: 0, counted: 0, max: 3, failures: {} },
  ...{ files: 0, runs: {}, lastRun: null, acknowledged: null, moved: 0, resubmits: 0 },
  ...{ timedOut: [], extended: [], executors: [], architects: [], reviewers: [], labels: [] },
  ...{ isBlockedByOther: false, isOtherWithdrawn: false, isCalled: false, isFlagged: false },
};

/** Failures of a type that are tried again. */
const retries: Readonly<Record<string, number>> = {
  ...{ EXECUTION_FAILURE: 2, VERIFY_FAILURE: 2, MALFORMED: 2 },
  ...{ ARCHITECT_REJECTION: 1, TIMEOUT: 1 },
};

const calm = { escalation: null, isBlockedByOther: false, isCalled: false } as const;

export const executes = (ledger: Ledger, { isCounted = true } = {}): Ledger => ({
  ...ledger,
  ...calm,
  ...{ state: 'EXECUTING', step: 'executor', moved: 0, resubmits: 0, reviewers: [] },
  attempt: ledger.attempt + 1,
  counted: ledger.counted + (isCounted ? 1 : 0),
});

export const verifies = (ledger: Ledger, { isCalled = false } = {}): Ledger => ({
  ...ledger,
  ...calm,
  ...{ state: 'VERIFYING', step: 'verify', isCalled },
});

export const isReviewed = (ledger: Ledger): Ledger => ({
  ...ledger,
  ...calm,
  ...{ state: 'REVIEWING', step: 'architect' },
});

export const waits = (ledger: Ledger, { isBlockedByOther = false } = {}): Ledger => ({
  ...ledger,
  ...calm,
  ...{ state: 'BLOCKED', isBlockedByOther },
});

export const asks = (ledger: Ledger, escalation: string): Ledger => ({
  ...ledger,
  ...calm,
  ...{ state: 'ESCALATED', escalation },
});

/** Tried again at once; after a pause where time ran out; by a person where nothing is left. */
export function fails(ledger: Ledger, type: string): Ledger {
  const count = (ledger.failures[type] ?? 0) + 1;
  const failed = { ...ledger, failures: { ...ledger.failures, [type]: count } };
  if (count > (retries[type] ?? 0) || ledger.counted >= ledger.max) return asks(failed, type);
  return type === 'TIMEOUT' ? { ...failed, ...calm, state: 'FAILED' } : executes(failed);
}

/** An attempt whose review timed out can still be reviewed. */
export const timesOut = (ledger: Ledger): Ledger =>
  fails(
    ledger.step === 'architect' ? ledger : { ...ledger, timedOut: [...ledger.timedOut, ledger.attempt] },
    'TIMEOUT',
  );

/** An answer to the attempt at work is not late any more. */
const onTime = (ledger: Ledger): Ledger => ({
  ...ledger,
  timedOut: ledger.timedOut.filter((attempt) => attempt !== ledger.attempt),
});

export function ran(ledger: Ledger, passed: boolean): Ledger {
  const { passed: good = 0, failed: bad = 0 } = ledger.runs[ledger.files] ?? {};
  const tally = passed ? { passed: good + 1, failed: bad } : { passed: good, failed: bad + 1 };
  const { files } = ledger;
  const next = { ...ledger, runs: { ...ledger.runs, [files]: tally }, lastRun: { files, passed }, acknowledged: null };
  if (tally.failed === 0) return isReviewed(next);
  if (tally.passed === 0) return fails(next, 'VERIFY_FAILURE');
  const count = tally.passed + tally.failed;
  if (count < 3) return verifies(next);
  return tally.passed / count >= 2 / 3 ? asks(next, 'FLAKY') : fails(next, 'VERIFY_FAILURE');
}

/** Run again twice at most. */
export function moves(ledger: Ledger): Ledger {
  const changed = { ...ledger, files: ledger.files + 1 };
  return ledger.moved < 2 ? verifies({ ...changed, moved: ledger.moved + 1 }) : fails(changed, 'VERIFY_FAILURE');
}

/** The maximum grows, and the count of runs begins anew. */
export const retried = (ledger: Ledger): Ledger =>
  executes({ ...ledger, max: ledger.max + 1, runs: {}, acknowledged: null });

/** The step that timed out, again. */
export function extendedStep(ledger: Ledger): Ledger {
  const again = { ...onTime(ledger), extended: [...ledger.extended, ledger.step] };
  if (ledger.step === 'verify') return verifies(again);
  return ledger.step === 'architect' ? isReviewed(again) : { ...again, ...calm, state: 'EXECUTING' };
}

export const acknowledged = (ledger: Ledger): Ledger =>
  isReviewed({ ...labelled(ledger, 'flaky'), acknowledged: ledger.files });

/** A person wants it reviewed, whatever timed out before. */
export const reviewedAgain = (ledger: Ledger): Ledger => isReviewed(onTime(ledger));

export const ends = (ledger: Ledger, state: string): Ledger => ({ ...ledger, ...calm, state });

export const labelled = (ledger: Ledger, label: string): Ledger => ({
  ...ledger,
  labels: ledger.labels.includes(label) ? ledger.labels : [...ledger.labels, label],
});

export const executedBy = (ledger: Ledger, who: string): Ledger => ({
  ...ledger,
  executors: [...ledger.executors, who],
});

export const judgedBy = (ledger: Ledger, who: string): Ledger => ({
  ...ledger,
  architects: [...ledger.architects, who],
});

/** The last run was on the files as they are, and nothing on them failed unless a person has taken note of it. */
export function hasPassed({ lastRun, runs, files, acknowledged: noted }: Ledger): boolean {
  if (lastRun?.files !== files) return false;
  return noted === files || (lastRun.passed && runs[files]?.failed === 0);
}

/** Whether an answer to that attempt comes too late: it has timed out, or the step at work has and is not tried again. */
export const isLate = ({ state, escalation, attempt, timedOut }: Ledger, answered = attempt): boolean =>
  timedOut.includes(answered) || (answered === attempt && (state === 'FAILED' || escalation === 'TIMEOUT'));
