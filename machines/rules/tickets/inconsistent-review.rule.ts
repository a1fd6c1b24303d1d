/** Refuses a review that says two things. */
import { reviewRule, type ReviewFigures } from './ticket-rule.js';

export const contradicts = ({ verdict, recommendation }: ReviewFigures): boolean =>
  (verdict === 'APPROVED' && recommendation === 'retry') || (verdict === 'REJECTED' && recommendation === 'commit');

export const inconsistentReview = reviewRule({
  code: 'INCONSISTENT_REVIEW',
  why: 'Of a review that says both, only the convenient half would be read.',
  check({ ticketId, event }) {
    if (!contradicts(event)) return [];
    return [
      {
        subject: ticketId,
        message: `${event.verdict} with the recommendation ${event.recommendation} contradicts itself.`,
        fix: 'APPROVED goes with commit or manual_review, REJECTED with retry or manual_review.',
      },
    ];
  },
});
