/** What a gate writes down on each of its edges: attempts, deadlines, runs, failures, who took part. Pure. */
import type { GateEvent } from './gate-actor.js';
import { failing, lastFailure, tallyWith, withOne, type GateContext } from './measures/gate.js';
import type { EscalationType, FailureType, Label, Step } from './schema/ticket.js';

type Change = Partial<GateContext>;
type EventOf<T extends GateEvent['type']> = Extract<GateEvent, { type: T }>;

/** A step begins: its time runs, and nobody is being waited for. */
const stepping = ({ limits, extended }: GateContext, step: Step, at: number): Change => ({
  step,
  deadline: at + (extended.includes(step) ? limits[step].maxMs : limits[step].ms),
  wakeAt: null,
  escalation: null,
  blocker: null,
});

/** A new number, a fresh deadline, nothing carried over but what the ticket as a whole remembers. */
export const attempting = (gate: GateContext, at: number, { isCounted }: { isCounted: boolean }): Change => ({
  ...stepping(gate, 'executor', at),
  attempt: gate.attempt + 1,
  counted: gate.counted + (isCounted ? 1 : 0),
  movedRuns: 0,
  resubmits: 0,
  reviewed: [],
});

/** The person's retry: one more attempt, and earlier runs on these files no longer weigh. */
export const retrying = (gate: GateContext, at: number): Change => ({
  ...attempting(gate, at, { isCounted: true }),
  attemptsMax: gate.attemptsMax + 1,
  tallies: {},
  acknowledged: null,
});

export const executing = (gate: GateContext, at: number): Change => stepping(gate, 'executor', at);

export const requesting = (gate: GateContext, at: number): Change => ({
  ...stepping(gate, 'verify', at),
  runs: gate.runs + 1,
});

/** The attempt is open again, so an answer to it is no longer late. */
const reopening = ({ attempt, timedOut }: GateContext): Change => ({
  timedOut: timedOut.filter((each) => each !== attempt),
});

/** Also of an attempt that timed out, where a person wants it reviewed. */
export const awaitingReview = (gate: GateContext, at: number): Change => ({
  ...stepping(gate, 'architect', at),
  ...reopening(gate),
});

export const tookPart = (gate: GateContext, as: 'executor' | 'architect', by: string | null): Change =>
  as === 'executor' ? { executors: withOne(gate.executors, by) } : { architects: withOne(gate.architects, by) };

export function ran(gate: GateContext, event: EventOf<'gate.ran'>): Change {
  const { filesId, passed, runId } = event;
  return {
    tallies: { ...gate.tallies, [filesId]: tallyWith(gate, event) },
    lastRun: { id: runId, filesId, passed },
    // What a person acknowledged were the runs up to then.
    acknowledged: null,
  };
}

export function failed(gate: GateContext, type: FailureType, at: number, detail?: string): Change {
  const { attempt, step } = gate;
  return failing(gate, { attempt, type, step, at, ...(detail === undefined ? {} : { detail }) });
}

/** Time is up for the step at work. An attempt whose review timed out can still be reviewed. */
export const timedOut = (gate: GateContext, at: number): Change => ({
  ...failed(gate, 'TIMEOUT', at),
  timedOut: gate.step === 'architect' ? gate.timedOut : withOne(gate.timedOut, gate.attempt),
});

/** A person is waited for: no time runs. */
export const asking = ({ step }: GateContext, type: EscalationType, at: number): Change => ({
  deadline: null,
  wakeAt: null,
  blocker: null,
  escalation: { type, step, at },
});

export const askingAfterFailure = (gate: GateContext, at: number): Change =>
  asking(gate, lastFailure(gate)?.type ?? 'ASKED', at);

export const extending = (gate: GateContext): Change => ({
  ...reopening(gate),
  extended: withOne(gate.extended, gate.step),
});

export const labelled = (gate: GateContext, label: Label): Change => ({ labels: withOne(gate.labels, label) });

export const settled: Change = { deadline: null, wakeAt: null, escalation: null, blocker: null };
