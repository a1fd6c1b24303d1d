/** Figures of the closure gate in which nothing is wrong: a test spoils one of them. Not for shipped code. */
import { newClosure, type ClosureContext, type Mark } from '../../machines/measures/closure.js';
import type { CheckFigures, ClosureFacts, ValidateFigures } from '../../machines/rules/closure/closure-rule.js';
import { leaseMs, type Check } from '../../machines/schema/ticket.js';
import { now } from './ticket-samples.js';

export const validateFigures = (spoilt: Partial<ValidateFigures> = {}): ValidateFigures => ({
  at: now,
  by: 'agent s1',
  isOnlyClaimed: false,
  isBuilder: false,
  isPolicyChanged: false,
  isStale: false,
  filesId: 'files-1',
  outside: [],
  outsideCount: 0,
  ...spoilt,
});

export const checkFigures = (check: Check, spoilt: Partial<CheckFigures> = {}): CheckFigures => ({
  at: now,
  by: 'agent s1',
  isOnlyClaimed: false,
  isBuilder: false,
  check,
  passed: true,
  isMoved: false,
  wantsLevel: null,
  isSeparate: false,
  notMet: [],
  undiffed: [],
  unaudited: [],
  outside: [],
  outsideCount: 0,
  ...spoilt,
});

export const markOf = (passed: boolean, by = 'agent s1', at = now): Mark => ({ passed, by, at });

/** In its first round, with the run passed and nobody's report in yet. */
export const closureOf = (spoilt: Partial<ClosureContext> = {}): ClosureContext => ({
  ...newClosure('T-1'),
  round: 1,
  lease: now + leaseMs,
  runs: 1,
  run: 'passed',
  filesId: 'files-1',
  ...spoilt,
});

/** One event about to reach the closure gate of T-1. */
export const checking = <Figures>(event: Figures, closure: Partial<ClosureContext> = {}): ClosureFacts<Figures> => ({
  ticketId: 'T-1',
  closure: closureOf(closure),
  event,
});
