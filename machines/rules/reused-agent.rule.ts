/** Refuses an agent that already worked on another node. */
import { plainId } from '../measures/principal.js';
import { commitRule } from './rule.js';

const isSame = (one: string | undefined, other: string): boolean =>
  one !== undefined && plainId(one) === plainId(other);

export const reusedAgent = commitRule({
  code: 'REUSED_AGENT',
  why: 'A fresh agent for each node looks at it with fresh eyes.',
  check({ tree, entries, agentsElsewhere }) {
    return entries.flatMap(({ id, agent }) => {
      if (agent === undefined) return [];
      const inTree = tree.nodeOfAgent(agent);
      const inBatch = entries.find((other) => isSame(other.agent, agent) && other.id !== id)?.id;
      const elsewhere = inTree !== undefined && inTree !== id ? inTree : agentsElsewhere.get(agent);
      if (elsewhere === undefined && inBatch === undefined) return [];
      return [
        {
          subject: id,
          message:
            elsewhere === undefined
              ? `Agent ${agent} is named for both ${id} and ${inBatch ?? ''} in this call.`
              : `Agent ${agent} already worked on ${elsewhere}.`,
          fix: 'Let another agent do this node, and name that one.',
        },
      ];
    });
  },
});
