/** Refuses to accept what was approved: there is nothing to accept. */
import type { ClosureContext } from '../../measures/closure.js';
import type { Rule } from '../rule.js';

export const needsNoAccept = ({ needsAccept }: Pick<ClosureContext, 'needsAccept'>): boolean => !needsAccept;

export const notAcceptable: Rule<{ readonly ticketId: string; readonly closure: ClosureContext }> = {
  code: 'WRONG_STATUS',
  why: 'Accepting stands for a gate that was skipped or forced, and for nothing else.',
  check({ ticketId, closure }) {
    if (!needsNoAccept(closure)) return [];
    return [
      {
        subject: ticketId,
        message: `${ticketId} was not handed off by an override: it needs no acceptance.`,
        fix: 'Let it be validated: ticket_validate.',
      },
    ];
  },
};
