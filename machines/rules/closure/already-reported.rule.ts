/** Refuses a second report of a check. */
import type { ClosureContext } from '../../measures/closure.js';
import type { Check } from '../../schema/ticket.js';
import { checkRule } from './closure-rule.js';

export const isReported = ({ marks }: ClosureContext, { check }: { check: Check }): boolean =>
  marks[check] !== undefined;

export const alreadyReported = checkRule({
  code: 'ALREADY_REPORTED',
  why: 'A check that may be answered until it passes is none.',
  check({ ticketId, closure, event }) {
    if (!isReported(closure, event)) return [];
    return [
      {
        subject: ticketId,
        message: `The ${event.check} has reported.`,
        fix: 'Report the checks that are left; a failed one sends the ticket back when all three are in.',
      },
    ];
  },
});
