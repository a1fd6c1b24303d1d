/** Which rules stand at the closure gate, in the order their breaches are told. */
import type { Rule } from '../rule.js';
import { outsideAtClose, outsideAtValidation } from '../tickets/outside-contract.rule.js';
import { policyChanged } from '../tickets/policy-changed.rule.js';
import { principalUnknown } from '../tickets/principal-unknown.rule.js';
import { alreadyReported } from './already-reported.rule.js';
import { checksNotSeparate } from './checks-not-separate.rule.js';
import type { CheckFigures, ClosureFacts, ValidateFigures } from './closure-rule.js';
import { diffMismatch } from './diff-mismatch.rule.js';
import { cleanRunPending, evidenceTooWeak } from './evidence-too-weak.rule.js';
import { findingNotMet } from './finding-not-met.rule.js';
import { incompleteAudit } from './incomplete-audit.rule.js';
import { leaseExpired } from './lease-expired.rule.js';
import { notAcceptable } from './not-acceptable.rule.js';
import { selfValidation } from './self-validation.rule.js';

export const validateRules: readonly Rule<ClosureFacts<ValidateFigures>>[] = [
  principalUnknown,
  selfValidation,
  policyChanged,
  outsideAtValidation,
];

export const checkRules: readonly Rule<ClosureFacts<CheckFigures>>[] = [
  principalUnknown,
  selfValidation,
  alreadyReported,
  checksNotSeparate,
  findingNotMet,
  diffMismatch,
  incompleteAudit,
  outsideAtClose,
  cleanRunPending,
  evidenceTooWeak,
];

export const leaseRule = leaseExpired;
export const acceptRule = notAcceptable;
