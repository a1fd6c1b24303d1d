/** Refuses a verify command that no person has allowed. */
import { openRule } from './ticket-rule.js';

export const commandNotAllowed = openRule({
  code: 'COMMAND_NOT_ALLOWED',
  why: 'Proctor runs it with the rights of the person who started it.',
  check({ tickets, notAllowed }) {
    return notAllowed.flatMap((index) => {
      const ticket = tickets[index];
      if (!ticket) return [];
      return [
        {
          subject: ticket.ticketId,
          message: `No person has allowed ${JSON.stringify(ticket.verify.slice(0, 120))}.`,
          fix: `Ask a person to add it to commands.allow in proctor.config.json, or to run: proctor approve ${JSON.stringify(ticket.verify.slice(0, 120))}`,
        },
      ];
    });
  },
});
