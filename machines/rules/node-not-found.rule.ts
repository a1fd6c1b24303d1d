/** Refuses to reclassify what is not committed. */
import { isCommitted } from '../measures/tree-node.js';
import { reclassifyRule } from './rule.js';

export const nodeNotFound = reclassifyRule({
  code: 'NODE_NOT_FOUND',
  why: 'Only a committed node has a state to change.',
  check({ tree, entry: { id } }) {
    const node = tree.get(id);
    if (node && isCommitted(node)) return [];
    return [
      {
        subject: id,
        message: node ? `${id} is proposed but not yet committed.` : `There is no node ${id} in this session.`,
        fix: node ? `Commit ${id} with tot_commit.` : 'Look the id up with tot_status (graph: "outline").',
      },
    ];
  },
});
