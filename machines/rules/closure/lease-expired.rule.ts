/** Refuses a report after the validation has run out. */
import { isLeaseOver, type ClosureContext } from '../../measures/closure.js';
import { checkRule } from './closure-rule.js';

/** The round it belongs to is over, whether that is booked or not, and no other has begun. */
export const isAfterLease = (closure: ClosureContext, { at }: { at: number }): boolean =>
  isLeaseOver(closure, at) || (closure.lease === null && closure.round > 0 && closure.expiredRound === closure.round);

export const leaseExpired = checkRule({
  code: 'LEASE_EXPIRED',
  why: 'Reports of different days say little about one state of the files.',
  check({ ticketId, closure, event }) {
    if (!isAfterLease(closure, event)) return [];
    return [
      {
        subject: ticketId,
        message: 'The validation ran out before all three checks had reported; partial reports are void.',
        fix: 'Begin again with ticket_validate.',
      },
    ];
  },
});
