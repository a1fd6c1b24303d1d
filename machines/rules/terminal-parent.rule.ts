/** Refuses children below concluded nodes. */
import { isTerminal } from '../measures/tree-node.js';
import { vocabularies } from '../schema/state.js';
import { proposeRule } from './rule.js';

export const terminalParent = proposeRule({
  code: 'TERMINAL_PARENT',
  why: 'A conclusion that still grows was none; reopening it is a decision of its own.',
  check({ tree, nodes }, protocol) {
    return nodes.flatMap(({ id, parent }) => {
      const above = parent === null ? undefined : tree.get(parent);
      if (!above || !isTerminal(protocol, above.state)) return [];
      return [
        {
          subject: id,
          message: `${above.id} is ${above.state}, which is terminal.`,
          fix: `Reopen it with tot_reclassify (${above.id} to ${vocabularies[protocol.chart].open[0]}), or propose below another node.`,
        },
      ];
    });
  },
});
