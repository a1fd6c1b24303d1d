/** Refuses more nodes than a session may hold. */
import { proposeRule } from './rule.js';

export const nodeLimit = proposeRule({
  code: 'NODE_LIMIT',
  why: 'A limit on everything: no tree may grow without bound.',
  check({ tree, nodes, withdraw }, { nodesMax }) {
    const after = tree.size - withdraw.length + nodes.length;
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
