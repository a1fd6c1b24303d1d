/** Refuses an id whose round is not the depth the node would have. */
import { roundOf } from '../schema/id.js';
import { proposeRule } from './rule.js';

export const roundMismatch = proposeRule({
  code: 'ROUND_MISMATCH',
  why: 'Depth is earned by growing below committed nodes, not by naming a root R5.A.',
  check({ tree, nodes }) {
    return nodes.flatMap(({ id, parent }) => {
      const round = roundOf(id);
      const above = parent === null ? undefined : tree.get(parent);
      if (round === undefined || (parent !== null && !above)) return [];
      const depth = (above?.depth ?? 0) + 1;
      if (round === depth) return [];
      const where = parent === null ? 'without a parent is a root' : `below ${parent}`;
      return [
        {
          subject: id,
          message: `${id} ${where}, which makes it round ${depth}, not ${round}.`,
          fix: `Name it R${depth}.<suffix>, or give the parent it really belongs to.`,
        },
      ];
    });
  },
});
