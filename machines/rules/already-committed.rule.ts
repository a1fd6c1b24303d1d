/** Refuses a second result for the same node. */
import { isCommitted } from '../measures/tree-node.js';
import { commitRule } from './rule.js';

export const alreadyCommitted = commitRule({
  code: 'ALREADY_COMMITTED',
  why: 'What was found stays on record; a change of mind is a reclassification with a reason.',
  check({ entries }) {
    return entries.flatMap(({ id, node }) =>
      node && isCommitted(node)
        ? [
            {
              subject: id,
              message: `${id} is already committed as ${node.state}.`,
              fix: 'Leave it out, or change its state with tot_reclassify.',
            },
          ]
        : [],
    );
  },
});
