/** Refuses a ticket this session does not have. */
import type { Board } from '../../measures/board.js';
import type { Rule } from '../rule.js';

const isUnknown = (board: Board, ticketId: string): boolean => board.get(ticketId) === undefined;

export const ticketNotFound: Rule<{ readonly board: Board; readonly ticketId: string }> = {
  code: 'TICKET_NOT_FOUND',
  why: 'A call about a ticket nobody opened is a mistake, or work without a contract.',
  check({ board, ticketId }) {
    if (!isUnknown(board, ticketId)) return [];
    return [
      {
        subject: ticketId,
        message: `There is no ticket ${JSON.stringify(ticketId)} in this session.`,
        fix: 'List the tickets with ticket_status, or open one with ticket_open.',
      },
    ];
  },
};
