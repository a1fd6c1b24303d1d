/** Refuses an agent that already worked on another node. */
import { commitRule } from './rule.js';

export const reusedAgent = commitRule({
  code: 'REUSED_AGENT',
  why: 'A fresh agent for each node looks at it with fresh eyes.',
  check({ tree, entries, agentsElsewhere }) {
    return entries.flatMap(({ id, agent }) => {
      if (agent === undefined) return [];
      const inTree = tree.nodeOfAgent(agent);
      const inBatch = entries.find((other) => other.agent === agent && other.id !== id)?.id;
      const where = inTree !== undefined && inTree !== id ? inTree : (inBatch ?? agentsElsewhere.get(agent));
      if (where === undefined) return [];
      return [
        {
          subject: id,
          message: `Agent ${agent} already worked on ${where}.`,
          fix: 'Name the agent that worked on this node alone, or leave agentId out where the protocol allows it.',
        },
      ];
    });
  },
});
