/** Refuses children of nodes that are not committed. */
import { proposeRule } from './rule.js';

export const parentNotFound = proposeRule({
  code: 'PARENT_NOT_FOUND',
  why: 'What comes next depends on what the parent found, so the parent is committed first.',
  check({ tree, nodes }) {
    return nodes.flatMap(({ id, parent }) => {
      if (parent === null) return [];
      const above = tree.get(parent);
      if (above && above.state !== 'PROPOSED') return [];
      const message = above
        ? `${parent} is proposed but not yet committed.`
        : `There is no node ${parent} in this session.`;
      const fix = above
        ? `Commit ${parent} with tot_commit first.`
        : 'Give the id of a committed node, or null for a root.';
      return [{ subject: id, message, fix }];
    });
  },
});
