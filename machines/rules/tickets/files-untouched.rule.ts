/** Refuses a success that claims files git shows as unchanged, or that changed nothing at all. */
import { reportRule, type ReportFigures } from './ticket-rule.js';

export const claimsUntouched = (event: ReportFigures): boolean =>
  event.status === 'success' && (event.untouchedCount > 0 || event.changedCount === 0);

export const filesUntouched = reportRule({
  code: 'FILES_UNTOUCHED',
  why: 'A change that is not in the tree was not made.',
  check({ ticketId, event }) {
    if (!claimsUntouched(event)) return [];
    const nothing = 'No file of the contract differs from the tree the ticket was started in.';
    const some = `Claimed and unchanged since the start (${event.untouchedCount}): ${event.untouched.join(', ')}.`;
    return [
      {
        subject: ticketId,
        message: event.untouchedCount > 0 ? some : nothing,
        fix: 'Make the change in the ticket’s tree, name only files that were really changed, or submit status "failure".',
      },
    ];
  },
});
