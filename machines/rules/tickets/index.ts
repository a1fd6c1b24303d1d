/** Which rules of tickets stand at which call, in the order their breaches are told. */
import type { Rule } from '../rule.js';
import { alreadyEscalated } from './already-escalated.rule.js';
import { badTimeout } from './bad-timeout.rule.js';
import { commandNotAllowed } from './command-not-allowed.rule.js';
import { deadlinePassed } from './deadline-passed.rule.js';
import { dependencyCycle } from './dependency-cycle.rule.js';
import { dependencyOpen } from './dependency-open.rule.js';
import { dependencyWithdrawn } from './dependency-withdrawn.rule.js';
import { duplicateContract } from './duplicate-contract.rule.js';
import { duplicateTicket } from './duplicate-ticket.rule.js';
import { filesOverlap } from './files-overlap.rule.js';
import { filesUntouched } from './files-untouched.rule.js';
import { incompleteReview } from './incomplete-review.rule.js';
import { inconsistentReview } from './inconsistent-review.rule.js';
import { noGit } from './no-git.rule.js';
import { noVerify } from './no-verify.rule.js';
import { notHalted } from './not-halted.rule.js';
import { outsideAtReview, outsideContract } from './outside-contract.rule.js';
import { overrideNotTyped } from './override-not-typed.rule.js';
import { personRequired } from './person-required.rule.js';
import { policyChanged } from './policy-changed.rule.js';
import { principalUnknown } from './principal-unknown.rule.js';
import { reasonRefused } from './reason-refused.rule.js';
import { forceNoteRequired, skipReasonRequired } from './reason-required.rule.js';
import { selfExecute, selfReview } from './self-review.rule.js';
import { sessionHalted } from './session-halted.rule.js';
import { shellSyntax } from './shell-syntax.rule.js';
import { staleAttempt } from './stale-attempt.rule.js';
import { staleEvidence } from './stale-evidence.rule.js';
import { staleRun } from './stale-run.rule.js';
import { ticketLimit } from './ticket-limit.rule.js';
import { ticketNotFound } from './ticket-not-found.rule.js';
import type {
  BeginFigures,
  GateFacts,
  OpenFacts,
  OverrideFigures,
  ReportFigures,
  ReviewFigures,
} from './ticket-rule.js';
import { treeGone } from './tree-gone.rule.js';
import { unknownDependency } from './unknown-dependency.rule.js';
import { unmetCriterion } from './unmet-criterion.rule.js';
import { vacuousVerify } from './vacuous-verify.rule.js';
import { vagueDone } from './vague-done.rule.js';
import { dropKnown, withdrawReason } from './withdraw.rule.js';
import { wrongRole } from './wrong-role.rule.js';
import { wrongStatus } from './wrong-status.rule.js';

export const openRules: readonly Rule<OpenFacts>[] = [
  noGit,
  ticketLimit,
  duplicateTicket,
  duplicateContract,
  noVerify,
  shellSyntax,
  vacuousVerify,
  commandNotAllowed,
  vagueDone,
  unknownDependency,
  dependencyCycle,
  badTimeout,
];

/** Told alone, before all others: nothing else matters of a ticket that is not there, or not at that point. */
export const callerRules = { found: ticketNotFound, role: wrongRole, status: wrongStatus };

export const beginRules: readonly Rule<GateFacts<BeginFigures>>[] = [
  sessionHalted,
  dependencyOpen,
  dependencyWithdrawn,
  filesOverlap,
];

export const reportRules: readonly Rule<GateFacts<ReportFigures>>[] = [
  deadlinePassed,
  staleAttempt,
  principalUnknown,
  selfExecute,
  policyChanged,
  filesUntouched,
  outsideContract,
];

export const reviewRules: readonly Rule<GateFacts<ReviewFigures>>[] = [
  deadlinePassed,
  principalUnknown,
  selfReview,
  inconsistentReview,
  incompleteReview,
  unmetCriterion,
  staleEvidence,
  outsideAtReview,
];

export const runRule = staleRun;
export const lateRule = deadlinePassed;
export const escalateRule = alreadyEscalated;
export const personRule = personRequired;
export const treeRule = treeGone;
export const resumeRule = notHalted;
export const withdrawRule = withdrawReason;
export const dropRule = dropKnown;

export const skipRules: readonly Rule<GateFacts<OverrideFigures>>[] = [
  personRequired,
  skipReasonRequired,
  reasonRefused,
];
export const forceRules: readonly Rule<GateFacts<OverrideFigures>>[] = [
  personRequired,
  forceNoteRequired,
  overrideNotTyped,
];
