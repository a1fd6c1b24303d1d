/** What each edge of a gate asks before it is taken: codes that refuse, and what decides between targets. Pure. */
import type { GateEvent } from './gate-actor.js';
import { isExhausted, lastFailure, type GateContext } from './measures/gate.js';
import { isLate } from './rules/tickets/deadline-passed.rule.js';
import { waitsForOpen } from './rules/tickets/dependency-open.rule.js';
import { waitsForWithdrawn } from './rules/tickets/dependency-withdrawn.rule.js';
import { overlaps } from './rules/tickets/files-overlap.rule.js';
import { claimsUntouched } from './rules/tickets/files-untouched.rule.js';
import { looksAtTooLittle } from './rules/tickets/incomplete-review.rule.js';
import { contradicts } from './rules/tickets/inconsistent-review.rule.js';
import { approvesOutside, goesOutside } from './rules/tickets/outside-contract.rule.js';
import { isNotTyped } from './rules/tickets/override-not-typed.rule.js';
import { isNoPerson } from './rules/tickets/person-required.rule.js';
import { hasChanged } from './rules/tickets/policy-changed.rule.js';
import { isNobody } from './rules/tickets/principal-unknown.rule.js';
import { isNoReason } from './rules/tickets/reason-refused.rule.js';
import { saysNoNote, saysNoReason } from './rules/tickets/reason-required.rule.js';
import { allFailed, allPassed, isFlaky, isMovedTooOften, isUndecided } from './rules/tickets/run-verdict.js';
import { judgesOwn, reviewedBefore } from './rules/tickets/self-review.rule.js';
import { isHalted } from './rules/tickets/session-halted.rule.js';
import { isStale } from './rules/tickets/stale-attempt.rule.js';
import { isOutdated } from './rules/tickets/stale-evidence.rule.js';
import { isOtherRun } from './rules/tickets/stale-run.rule.js';
import { leavesUnmet } from './rules/tickets/unmet-criterion.rule.js';
import { mayAcknowledge, mayExtend, mayRereview, mayResubmit } from './rules/tickets/wrong-status.rule.js';

interface Given {
  readonly context: GateContext;
  readonly event: GateEvent;
}
type EventOf<T extends GateEvent['type']> = Extract<GateEvent, { type: T }>;

/** A guard that looks at one type of event, and never holds for another. */
const on =
  <T extends GateEvent['type']>(types: T | readonly T[], holds: (gate: GateContext, event: EventOf<T>) => boolean) =>
  ({ context, event }: Given): boolean =>
    ([types].flat() as string[]).includes(event.type) && holds(context, event as EventOf<T>);

const report = (holds: (gate: GateContext, event: EventOf<'gate.report'>) => boolean) => on('gate.report', holds);
const review = (holds: (gate: GateContext, event: EventOf<'gate.review'>) => boolean) => on('gate.review', holds);
const ran = (holds: (gate: GateContext, event: EventOf<'gate.ran'>) => boolean) => on('gate.ran', holds);
const remembers =
  (holds: (gate: GateContext) => boolean) =>
  ({ context }: Given): boolean =>
    holds(context);
const begin = (holds: (event: EventOf<'gate.begin'>) => boolean) => on('gate.begin', (_, event) => holds(event));

export const gateGuards = {
  SESSION_HALTED: begin(isHalted),
  DEPENDENCY_OPEN: begin(waitsForOpen),
  DEPENDENCY_WITHDRAWN: begin(waitsForWithdrawn),
  FILES_OVERLAP: begin(overlaps),
  WRONG_STATUS: report((gate, event) => !mayResubmit(gate, event)),
  DEADLINE_PASSED: on(['gate.report', 'gate.review'], isLate),
  STALE_ATTEMPT: report(isStale),
  PRINCIPAL_UNKNOWN: on(['gate.report', 'gate.review'], (_, event) => isNobody(event)),
  SELF_REVIEW: on(['gate.report', 'gate.review'], (gate, event) =>
    event.type === 'gate.report' ? reviewedBefore(gate, event) : judgesOwn(gate, event),
  ),
  POLICY_CHANGED: report((_, event) => hasChanged(event)),
  FILES_UNTOUCHED: report((_, event) => claimsUntouched(event)),
  OUTSIDE_CONTRACT: on(['gate.report', 'gate.review'], (_, event) =>
    event.type === 'gate.report' ? goesOutside(event) : approvesOutside(event),
  ),
  STALE_RUN: ran(isOtherRun),
  INCONSISTENT_REVIEW: review((_, event) => contradicts(event)),
  INCOMPLETE_REVIEW: review((_, event) => looksAtTooLittle(event)),
  UNMET_CRITERION: review((_, event) => leavesUnmet(event)),
  STALE_EVIDENCE: review(isOutdated),
  ALREADY_ESCALATED: remembers(({ escalation }) => escalation !== null),
  PERSON_REQUIRED: on(['gate.skip', 'gate.force'], (_, event) => isNoPerson(event)),
  REASON_REQUIRED: on(['gate.skip', 'gate.force'], (_, event) =>
    event.type === 'gate.skip' ? saysNoReason(event) : saysNoNote(event),
  ),
  REASON_REFUSED: on('gate.skip', (_, event) => isNoReason(event)),
  OVERRIDE_NOT_TYPED: on('gate.force', (_, event) => isNotTyped(event)),
  contradictsItself: report((_, { contradictions }) => contradictions.length > 0),
  failed: report((_, { status }) => status === 'failure'),
  waitsForTicket: report((_, { status, blocker }) => status === 'blocked' && blocker !== null),
  blocked: report((_, { status }) => status === 'blocked'),
  cutShort: ran((_, { isCutShort }) => isCutShort),
  movedTooOften: ran(isMovedTooOften),
  moved: ran((_, { isMoved }) => isMoved),
  allPassed: ran(allPassed),
  allFailed: ran(allFailed),
  undecided: ran(isUndecided),
  flaky: ran(isFlaky),
  needsPerson: review(
    (_, { confidence, recommendation }) => confidence === 'LOW' || recommendation === 'manual_review',
  ),
  rejected: review((_, { verdict }) => verdict === 'REJECTED'),
  overdue: on('gate.expire', ({ deadline }, { at }) => deadline !== null && at > deadline),
  exhausted: remembers(isExhausted),
  retriesAtOnce: remembers(({ wakeAt }) => wakeAt === null),
  isTime: on('gate.wake', ({ wakeAt }, { at }) => wakeAt !== null && at >= wakeAt),
  reviewIsTime: on(
    'gate.wake',
    (gate, { at }) => gate.wakeAt !== null && at >= gate.wakeAt && lastFailure(gate)?.step === 'architect',
  ),
  mayExtendExecutor: remembers((gate) => mayExtend(gate) && gate.step === 'executor'),
  mayExtendVerify: remembers((gate) => mayExtend(gate) && gate.step === 'verify'),
  mayExtendReview: remembers((gate) => mayExtend(gate) && gate.step === 'architect'),
  mayAcknowledge: remembers(mayAcknowledge),
  mayRereview: on('gate.rereview', mayRereview),
};
