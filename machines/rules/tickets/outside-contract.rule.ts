/**
 * Refuses work that changed files the contract does not name: when it is submitted, and again wherever it is approved,
 * because what was put there after the submit is in the tree as well.
 */
import { listedWithin } from '../../measures/text.js';
import type { ClosureFacts, ValidateFigures, CheckFigures } from '../closure/closure-rule.js';
import type { ClosureContext } from '../../measures/closure.js';
import { isLastCheck } from '../../measures/closure.js';
import type { Breach, Rule } from '../rule.js';
import { reportRule, reviewRule, type OutsideFigures, type ReportFigures, type ReviewFigures } from './ticket-rule.js';

export const goesOutside = (event: ReportFigures): boolean => event.status === 'success' && event.outsideCount > 0;

export const approvesOutside = (event: ReviewFigures): boolean =>
  event.verdict === 'APPROVED' && event.outsideCount > 0;

export const validatesOutside = (event: ValidateFigures): boolean => event.outsideCount > 0;

/** Only the report that would close the ticket: until then there is time to tidy up. */
export const closesOutside = (closure: ClosureContext, event: CheckFigures): boolean =>
  event.passed && event.outsideCount > 0 && isLastCheck(closure, event.check);

const code = 'OUTSIDE_CONTRACT';
/** A message of a reply is cut at 240. */
const pathCharsMax = 160;
const why = 'What the contract does not name nobody looks at.';

const breach = (ticketId: string, { outside, outsideCount }: OutsideFigures): Breach[] => [
  {
    subject: ticketId,
    message: `Changed outside the contract (${outsideCount}): ${listedWithin({ ids: outside, count: outsideCount }, pathCharsMax)}.`,
    fix: 'Put these back as they were, or open and start a ticket that names them.',
  },
];

export const outsideContract = reportRule({
  code,
  why,
  check: ({ ticketId, event }) => (goesOutside(event) ? breach(ticketId, event) : []),
});

export const outsideAtReview = reviewRule({
  code,
  why,
  check: ({ ticketId, event }) => (approvesOutside(event) ? breach(ticketId, event) : []),
});

export const outsideAtValidation: Rule<ClosureFacts<ValidateFigures>> = {
  code,
  why,
  check: ({ ticketId, event }) => (validatesOutside(event) ? breach(ticketId, event) : []),
};

export const outsideAtClose: Rule<ClosureFacts<CheckFigures>> = {
  code,
  why,
  check: ({ ticketId, closure, event }) => (closesOutside(closure, event) ? breach(ticketId, event) : []),
};
