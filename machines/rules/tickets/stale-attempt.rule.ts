/** Refuses an answer to another attempt than the one at work. */
import type { GateContext } from '../../measures/gate.js';
import { isLate } from './deadline-passed.rule.js';
import { reportRule } from './ticket-rule.js';

export const isStale = (gate: GateContext, event: { attempt: number; at: number }): boolean =>
  event.attempt !== gate.attempt && !isLate(gate, event);

export const staleAttempt = reportRule({
  code: 'STALE_ATTEMPT',
  why: 'The result of one attempt must not pass for another.',
  check({ ticketId, gate, event }) {
    if (!isStale(gate, event)) return [];
    return [
      {
        subject: ticketId,
        message: `This answers attempt ${event.attempt}; attempt ${gate.attempt} is at work.`,
        fix: `Submit what attempt ${gate.attempt} came to; ticket_status shows it, with the feedback it was given.`,
      },
    ];
  },
});
