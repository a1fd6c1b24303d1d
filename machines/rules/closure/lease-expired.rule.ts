/** Refuses a report after the validation has run out. */
import type { ClosureContext } from '../../measures/closure.js';
import { checkRule } from './closure-rule.js';

/** The round it belongs to is over, and no other has begun. */
export const isAfterLease = ({ lease, expiredRound, round }: ClosureContext): boolean =>
  lease === null && expiredRound > 0 && expiredRound === round;

export const leaseExpired = checkRule({
  code: 'LEASE_EXPIRED',
  why: 'Reports of different days say little about one state of the files.',
  check({ ticketId, closure }) {
    if (!isAfterLease(closure)) return [];
    return [
      {
        subject: ticketId,
        message: 'The validation ran out before all three checks had reported; partial reports are void.',
        fix: 'Begin again with ticket_validate.',
      },
    ];
  },
});
