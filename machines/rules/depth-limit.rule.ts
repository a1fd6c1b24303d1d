/** Refuses nodes deeper than the protocol's limit. */
import { proposeRule } from './rule.js';

export const depthLimit = proposeRule({
  code: 'DEPTH_LIMIT',
  why: 'A limit on everything: no tree may grow without bound.',
  check({ tree, nodes }, { depthMax }) {
    return nodes.flatMap(({ id, parent }) => {
      const above = parent === null ? undefined : tree.get(parent);
      if (!above || above.depth < depthMax) return [];
      return [
        {
          subject: id,
          message: `${above.id} is at depth ${above.depth}, the deepest this protocol allows.`,
          fix: `Conclude ${above.id}, or widen the tree higher up.`,
        },
      ];
    });
  },
});
