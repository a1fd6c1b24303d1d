/** Refuses to propose an id that is already in the tree. */
import { withdrawn } from './not-withdrawable.rule.js';
import { proposeRule } from './rule.js';

export const duplicateId = proposeRule({
  code: 'DUPLICATE_ID',
  why: 'An id names one node permanently; results must not land on another one.',
  check({ tree, nodes, withdraw }, protocol) {
    const gone = withdrawn(tree, withdraw, protocol);
    return nodes.flatMap(({ id }) => {
      const known = tree.get(id);
      if (!known || gone.has(id)) return [];
      const how = known.state === 'PROPOSED' ? 'already proposed' : `already committed as ${known.state}`;
      return [{ subject: id, message: `${id} is ${how}.`, fix: 'Choose an unused suffix for the new node.' }];
    });
  },
});
