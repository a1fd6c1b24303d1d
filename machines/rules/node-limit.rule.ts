/** Refuses more nodes than a session may hold. */
import { withdrawn } from './not-withdrawable.rule.js';
import { proposeRule } from './rule.js';

export const nodeLimit = proposeRule({
  code: 'NODE_LIMIT',
  why: 'A limit on everything: no tree may grow without bound.',
  check({ tree, nodes, withdraw }, protocol) {
    const { nodesMax } = protocol;
    const after = tree.size - withdrawn(tree, withdraw, protocol).size + nodes.length;
    if (after <= nodesMax) return [];
    return [
      {
        subject: 'BATCH',
        message: `This would make ${after} nodes; a session holds ${nodesMax}.`,
        fix: 'Conclude what is open and end, or start another investigation for a part of the query.',
      },
    ];
  },
});
