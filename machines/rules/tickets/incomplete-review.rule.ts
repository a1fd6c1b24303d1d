/** Refuses an approval that has not looked at every done criterion, once, with evidence. */
import { reviewRule, type ReviewFigures } from './ticket-rule.js';

export const looksAtTooLittle = (event: ReviewFigures): boolean =>
  event.verdict === 'APPROVED' && event.missing.length > 0;

export const incompleteReview = reviewRule({
  code: 'INCOMPLETE_REVIEW',
  why: 'A criterion nobody looked at is one nobody found met.',
  check({ ticketId, event }) {
    if (!looksAtTooLittle(event)) return [];
    return [
      {
        subject: ticketId,
        message: `To approve, each criterion needs one finding with evidence: ${event.missing.slice(0, 8).join('; ')}.`,
        fix: 'Send findings [{criterion: its number or text, met, evidence}], one for each done criterion.',
      },
    ];
  },
});
