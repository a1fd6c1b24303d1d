/** Refuses more tickets than a session holds. */
import { openRule } from './ticket-rule.js';

const ticketsMax = 1000;

export const isOverfull = (present: number, added: number): boolean => present + added > ticketsMax;

export const ticketLimit = openRule({
  code: 'TICKET_LIMIT',
  why: 'A board nobody can overlook hides what is not done.',
  check({ board, tickets }) {
    if (!isOverfull(board.size, tickets.length)) return [];
    return [
      {
        subject: 'BATCH',
        message: `A session holds ${ticketsMax} tickets; this one has ${board.size}.`,
        fix: 'Open the others in a new session: ticket_open without sessionId.',
      },
    ];
  },
});
