/** Refuses an id that is taken, in the session or in the batch. */
import type { Board } from '../../measures/board.js';
import { openRule } from './ticket-rule.js';

const isTaken = (board: Board, ids: readonly string[], index: number): boolean =>
  board.get(ids[index] ?? '') !== undefined || ids.indexOf(ids[index] ?? '') < index;

export const duplicateTicket = openRule({
  code: 'DUPLICATE_TICKET',
  why: 'Two tickets of one name could not be told apart in the record.',
  check({ board, tickets }) {
    const ids = tickets.map(({ ticketId }) => ticketId);
    return ids
      .filter((_, index) => isTaken(board, ids, index))
      .map((ticketId) => ({
        subject: ticketId,
        message: `There is a ticket ${ticketId} already.`,
        fix: 'Choose another id, or leave it out: one is given then.',
      }));
  },
});
