/** What a ticket remembers of its closure gate: the lease, the marks of the three checks, and who has checked. */
import { checks, leaseMs, type Check } from '../schema/ticket.js';
import { withOne } from './gate.js';

export interface Mark {
  readonly passed: boolean;
  readonly by: string;
  readonly at: number;
}

export interface ClosureContext {
  readonly ticketId: string;
  /** Somebody asked for a person while nobody is at work on it. */
  readonly isFlagged: boolean;
  /** Validations begun; partial reports of an earlier one are void. */
  readonly round: number;
  /** Until when the next report must come; null where none is awaited. */
  readonly lease: number | null;
  readonly marks: Readonly<Partial<Record<Check, Mark>>>;
  /** The run a validation asked for: numbered over the ticket's life, and what became of it. */
  readonly runs: number;
  readonly run: 'none' | 'running' | 'passed' | 'failed';
  /** The files this validation is about. */
  readonly filesId: string;
  /** A run of this hand-off has failed on these very files: a later one that passes proves nothing. */
  readonly hasFailedRun: boolean;
  /** A person has accepted this hand-off although it was skipped or forced. */
  readonly isAccepted: boolean;
  readonly needsAccept: boolean;
  /** The files are no longer those handed off. */
  readonly isMoved: boolean;
  /** The round whose lease ran out last. */
  readonly expiredRound: number;
  /** Whoever reported a check, in any round. */
  readonly checkers: readonly string[];
}

export const newClosure = (ticketId: string): ClosureContext => ({
  ticketId,
  isFlagged: false,
  round: 0,
  lease: null,
  marks: {},
  runs: 0,
  run: 'none',
  filesId: '',
  hasFailedRun: false,
  isAccepted: false,
  needsAccept: false,
  isMoved: false,
  expiredRound: 0,
  checkers: [],
});

type Change = Partial<ClosureContext>;

export const validating = (
  { round, runs, hasFailedRun, filesId: before }: ClosureContext,
  { at, filesId }: { at: number; filesId: string },
): Change => ({
  round: round + 1,
  lease: at + leaseMs,
  marks: {},
  runs: runs + 1,
  run: 'running',
  filesId,
  hasFailedRun: hasFailedRun && filesId === before,
  isMoved: false,
});

/** Once all three are in nobody is hurried any more, a person who is to accept it least of all. */
export function marked(
  closure: ClosureContext,
  event: { check: Check; passed: boolean; by: string | null; at: number; isMoved: boolean },
): Change {
  const marks = { ...closure.marks, [event.check]: { passed: event.passed, by: event.by ?? '', at: event.at } };
  return {
    marks,
    checkers: withOne(closure.checkers, event.by),
    lease: isComplete({ marks }) ? null : event.at + leaseMs,
    isMoved: event.isMoved,
  };
}

/** A command that passes only sometimes on the same files has not passed. */
export function ranOnce(
  { runs, hasFailedRun }: ClosureContext,
  event: { isCutShort: boolean; passed: boolean },
): Change {
  if (event.isCutShort) return { runs: runs + 1 };
  const isPassed = event.passed && !hasFailedRun;
  return { run: isPassed ? 'passed' : 'failed', hasFailedRun: !isPassed };
}

/** Nothing of this validation counts any more. */
export const over: Change = { lease: null, marks: {}, run: 'none', isMoved: false };

export const hasFailure = ({ marks }: ClosureContext): boolean => Object.values(marks).some(({ passed }) => !passed);

export const isComplete = ({ marks }: Pick<ClosureContext, 'marks'>): boolean =>
  checks.every((check) => marks[check] !== undefined);

/** The other two have reported. */
export const isLastCheck = ({ marks }: Pick<ClosureContext, 'marks'>, check: Check): boolean =>
  checks.every((each) => each === check || marks[each] !== undefined);

/** All three have reported, and something speaks against closing. */
export const isRejected = (closure: ClosureContext): boolean =>
  isComplete(closure) && (hasFailure(closure) || closure.isMoved);

/** All three passed, and where a person must accept it, one has. */
export const isClosable = (closure: ClosureContext): boolean =>
  isComplete(closure) && !hasFailure(closure) && !closure.isMoved && (!closure.needsAccept || closure.isAccepted);

export const isAwaited = ({ run, runs }: ClosureContext, { runId }: { runId: number }): boolean =>
  run === 'running' && runId === runs;

/** Only a person is awaited now. */
export const waitsForAccept = (closure: ClosureContext): boolean =>
  isComplete(closure) && !hasFailure(closure) && closure.needsAccept && !closure.isAccepted;

export const isLeaseOver = ({ lease }: ClosureContext, at: number): boolean => lease !== null && at > lease;
