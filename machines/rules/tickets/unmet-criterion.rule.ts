/** Refuses an approval that itself finds a criterion unmet. */
import { reviewRule, type ReviewFigures } from './ticket-rule.js';

export const leavesUnmet = (event: ReviewFigures): boolean => event.verdict === 'APPROVED' && event.unmet.length > 0;

export const unmetCriterion = reviewRule({
  code: 'UNMET_CRITERION',
  why: 'Done means all of it.',
  check({ ticketId, event }) {
    if (!leavesUnmet(event)) return [];
    return [
      {
        subject: ticketId,
        message: `Found unmet: ${event.unmet.slice(0, 8).join('; ')}.`,
        fix: 'Reject it with feedback that says what is missing.',
      },
    ];
  },
});
