/** Refuses a start while the session is halted. */
import { gateNumbers } from '../../schema/ticket.js';
import { beginRule, type BeginFigures } from './ticket-rule.js';

export const isHalted = (event: BeginFigures): boolean => event.isHalted;

export const sessionHalted = beginRule({
  code: 'SESSION_HALTED',
  why: 'When ticket after ticket fails, something is wrong that no further ticket will put right.',
  check({ ticketId, event }) {
    if (!isHalted(event)) return [];
    return [
      {
        subject: ticketId,
        message: `${gateNumbers.exhaustedMax} tickets of one wave have used up their retries: new starts are halted.`,
        fix: 'Tell a person what keeps failing; they resume with: proctor resume',
      },
    ];
  },
});
