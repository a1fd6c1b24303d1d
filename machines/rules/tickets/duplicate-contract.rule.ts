/** Refuses a contract equal to one that is still at work. */
import type { Board } from '../../measures/board.js';
import { openRule } from './ticket-rule.js';

/** The ticket that has this contract, where it is neither closed nor withdrawn. */
const ownerOf = (board: Board, hash: string): string | undefined => board.liveContract(hash);

export const duplicateContract = openRule({
  code: 'DUPLICATE_CONTRACT',
  why: 'The same work opened twice is counted twice.',
  check({ board, tickets }) {
    return tickets.flatMap(({ ticketId, hash }, index) => {
      const first = tickets.findIndex((other) => other.hash === hash);
      const owner = ownerOf(board, hash) ?? (first < index ? tickets[first]?.ticketId : undefined);
      if (owner === undefined) return [];
      return [
        {
          subject: ticketId,
          message: `Its contract is that of ${owner}.`,
          fix: `Go on with ${owner}, or say what is different about this one.`,
        },
      ];
    });
  },
});
