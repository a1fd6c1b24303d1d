/** Refuses a dependency on a ticket that does not exist. */
import type { Board } from '../../measures/board.js';
import { listed, sampled } from '../../measures/text.js';
import { openRule } from './ticket-rule.js';

/** Inside a batch only explicit ids can be meant: minted ones are not known to whoever wrote it. */
const isMissing = (board: Board, explicit: ReadonlySet<string>, dependency: string): boolean =>
  board.get(dependency) === undefined && !explicit.has(dependency);

export const unknownDependency = openRule({
  code: 'UNKNOWN_DEPENDENCY',
  why: 'A ticket that waits for nothing real never starts.',
  check({ board, tickets }) {
    const explicit = new Set(tickets.flatMap(({ id }) => (id === undefined ? [] : [id])));
    return tickets.flatMap(({ ticketId, dependsOn = [] }) => {
      const missing = sampled(dependsOn.filter((each) => isMissing(board, explicit, each)));
      if (missing.count === 0) return [];
      return [
        {
          subject: ticketId,
          message: `It depends on ${listed(missing)}, and there is no such ticket.`,
          fix: 'Name tickets of this session, or give those of this batch an explicit id.',
        },
      ];
    });
  },
});
