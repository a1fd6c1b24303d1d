/** Refuses a time limit above what the project allows. */
import { limitOf, timeoutFields } from '../../measures/board-ticket.js';
import { steps } from '../../schema/ticket.js';
import { openRule } from './ticket-rule.js';

export const exceeds = (ms: number | undefined, maxMs: number): boolean => ms !== undefined && ms > maxMs;

export const badTimeout = openRule({
  code: 'BAD_TIMEOUT',
  why: 'A limit that is never reached is none.',
  check({ tickets, maxMs }) {
    return tickets.flatMap(({ ticketId, timeouts }) =>
      steps
        .filter((step) => exceeds(limitOf(timeouts, step), maxMs[step]))
        .map((step) => ({
          subject: ticketId,
          message: `${timeoutFields[step]} may be ${maxMs[step] / 1000} at most.`,
          fix: 'Lower it, split the ticket, or ask a person for "timeouts": "long-running" in proctor.config.json.',
        })),
    );
  },
});
