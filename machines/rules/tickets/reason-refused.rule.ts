/** Refuses a reason for skipping that is none of the three. */
import { skipReasons } from '../../schema/ticket.js';
import { overrideRule, type OverrideFigures } from './ticket-rule.js';

export const isNoReason = ({ reason }: OverrideFigures): boolean =>
  reason !== undefined && reason.trim() !== '' && !skipReasons.some((each) => each === reason);

export const reasonRefused = overrideRule({
  code: 'REASON_REFUSED',
  why: 'Three reasons to skip are honest; for the rest there is retry, force or withdraw.',
  check({ ticketId, event }) {
    if (!isNoReason(event)) return [];
    return [
      {
        subject: ticketId,
        message: `${JSON.stringify((event.reason ?? '').slice(0, 40))} is no reason to skip verification.`,
        fix: `Choose one of ${skipReasons.join(', ')}.`,
      },
    ];
  },
});
