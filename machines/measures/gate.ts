/**
 * What a gate remembers, and what its guards ask of it. Attempts have a number, which answers name, and a count, which
 * the maximum limits: an attempt after a block has a new number and is not counted.
 */
import {
  gateNumbers,
  retriesMax,
  type EscalationType,
  type FailureType,
  type Label,
  type Step,
} from '../schema/ticket.js';

export interface StepLimit {
  readonly ms: number;
  readonly maxMs: number;
}
export type StepLimits = Readonly<Record<Step, StepLimit>>;

export interface Failure {
  readonly attempt: number;
  readonly type: FailureType;
  readonly step: Step;
  readonly at: number;
  /** A closer name of the failure, such as TREE_MOVED. */
  readonly detail?: string;
}

/** Runs on one state of the files: results on other files say nothing about these. */
export interface RunTally {
  readonly passed: number;
  readonly failed: number;
}

export interface GateContext {
  readonly ticketId: string;
  readonly limits: StepLimits;
  /** The step at work, or the last one that was. */
  readonly step: Step;
  readonly attempt: number;
  readonly counted: number;
  readonly attemptsMax: number;
  /** Of the step at work; exactly at it is in time. */
  readonly deadline: number | null;
  /** When a time-out is tried again. */
  readonly wakeAt: number | null;
  readonly failures: readonly Failure[];
  readonly failed: Readonly<Partial<Record<FailureType, number>>>;
  readonly escalation: { readonly type: EscalationType; readonly step: Step; readonly at: number } | null;
  /** The ticket waited for; null in BLOCKED: a person is looking into it. */
  readonly blocker: string | null;
  /** Runs asked for in the ticket's life; the last one is awaited in VERIFYING. */
  readonly runs: number;
  readonly tallies: Readonly<Record<string, RunTally>>;
  readonly lastRun: { readonly id: number; readonly filesId: string; readonly passed: boolean } | null;
  /** Files whose mixed results a person has acknowledged. */
  readonly acknowledged: string | null;
  readonly movedRuns: number;
  readonly resubmits: number;
  readonly executors: readonly string[];
  readonly architects: readonly string[];
  /** Architects who have reviewed this attempt. */
  readonly reviewed: readonly string[];
  /** Attempts that timed out before their run was judged. */
  readonly timedOut: readonly number[];
  readonly extended: readonly Step[];
  readonly labels: readonly Label[];
}

export interface GateInput {
  readonly ticketId: string;
  readonly limits: StepLimits;
}

export const newGate = (input: GateInput): GateContext => ({
  ...input,
  step: 'executor',
  attempt: 0,
  counted: 0,
  attemptsMax: gateNumbers.attemptsMax,
  deadline: null,
  wakeAt: null,
  failures: [],
  failed: {},
  escalation: null,
  blocker: null,
  runs: 0,
  tallies: {},
  lastRun: null,
  acknowledged: null,
  movedRuns: 0,
  resubmits: 0,
  executors: [],
  architects: [],
  reviewed: [],
  timedOut: [],
  extended: [],
  labels: [],
});

/** More would only say the same again; the journal has them all. */
const failuresMax = 30;

export function failing(gate: GateContext, failure: Failure): Partial<GateContext> {
  const { type } = failure;
  return {
    failures: [...gate.failures, failure].slice(-failuresMax),
    failed: { ...gate.failed, [type]: (gate.failed[type] ?? 0) + 1 },
    deadline: null,
    wakeAt: type === 'TIMEOUT' ? failure.at + gateNumbers.timeoutPauseMs : null,
  };
}

/** All there ever were, also those no longer listed. */
export const failuresIn = ({ failed }: GateContext): number =>
  Object.values(failed).reduce((sum, count) => sum + count, 0);

export const lastFailure = (gate: GateContext): Failure | undefined => gate.failures.at(-1);

/** Retries of the last failure's type, or attempts, are used up. */
export function isExhausted(gate: GateContext): boolean {
  const failure = lastFailure(gate);
  if (!failure) return false;
  return (gate.failed[failure.type] ?? 0) > retriesMax[failure.type] || gate.counted >= gate.attemptsMax;
}

/** A ticket that only timed out has used up its time, not its retries. */
export const onlyTimedOut = (gate: GateContext): boolean =>
  Object.keys(gate.failed).every((type) => type === 'TIMEOUT');

/** The results on these files once one more run is counted. */
export function tallyWith(gate: GateContext, { filesId, passed }: { filesId: string; passed: boolean }): RunTally {
  const { passed: good = 0, failed: bad = 0 } = gate.tallies[filesId] ?? {};
  return passed ? { passed: good + 1, failed: bad } : { passed: good, failed: bad + 1 };
}

/** The last run was on these files, and every one on them passed, or a person has acknowledged that they did not. */
export function passedOn({ lastRun, tallies, acknowledged }: GateContext, filesId: string): boolean {
  if (lastRun?.filesId !== filesId) return false;
  return acknowledged === filesId || (lastRun.passed && tallies[filesId]?.failed === 0);
}

export const withOne = <T>(list: readonly T[], item: T | null | undefined): readonly T[] =>
  item === null || item === undefined || list.includes(item) ? list : [...list, item];
