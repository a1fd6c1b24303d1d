/** Refuses results for nodes that were never proposed. */
import { commitRule } from './rule.js';

export const notProposed = commitRule({
  code: 'NOT_PROPOSED',
  why: 'A plan stated before the work is what a result can be held against.',
  check({ entries }) {
    return entries.flatMap(({ id, node }) =>
      node
        ? []
        : [
            {
              subject: id,
              message: `${id} was not proposed.`,
              fix: 'Propose it with tot_propose, work on it, then commit.',
            },
          ],
    );
  },
});
