/** Refuses a success that changed files the contract does not name. */
import { reportRule, type ReportFigures } from './ticket-rule.js';

export const goesOutside = (event: ReportFigures): boolean => event.status === 'success' && event.outsideCount > 0;

export const outsideContract = reportRule({
  code: 'OUTSIDE_CONTRACT',
  why: 'What the contract does not name nobody looks at.',
  check({ ticketId, event }) {
    if (!goesOutside(event)) return [];
    return [
      {
        subject: ticketId,
        message: `Changed outside the contract (${event.outsideCount}): ${event.outside.join(', ')}.`,
        fix: 'Put these back as they were, or open a ticket that names them.',
      },
    ];
  },
});
