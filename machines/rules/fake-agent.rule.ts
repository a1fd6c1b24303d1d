/** Refuses an agent that the client's own records do not show, or not as surely as is asked for. */
import type { Protocol } from '../schema/protocol.js';
import { commitRule, type AgentLooked } from './rule.js';

/** The stricter of what the protocol and the project ask for; levels compare as text. */
const levelOf = ({ agents }: Protocol, floor: string): string => {
  const own = agents?.level ?? 'H0';
  return own > floor ? own : floor;
};

/** Why this agent does not pass; undefined where it does. */
function objection(looked: AgentLooked, level: string, mustBeKnown: boolean): string | undefined {
  switch (looked.kind) {
    case 'rejected':
      return looked.why;
    case 'unverifiable':
      return mustBeKnown ? `this project takes no agent that cannot be looked up. ${looked.why}` : undefined;
    case 'verified':
      return looked.level < level
        ? `${looked.level} is known of it, ${level} is asked for${looked.why === undefined ? '.' : `: ${looked.why}`}`
        : undefined;
  }
}

export const fakeAgent = commitRule({
  code: 'FAKE_AGENT',
  why: 'An agent that left no trace did no work.',
  check({ entries, agents }, protocol) {
    const { looked, levelMin, refusesUnverified } = agents;
    return entries.flatMap(({ id, agent }) => {
      const found = looked.find((each) => each.agent === agent);
      // A protocol's own level counts where there is something to look in; one the project asks for always does.
      const mustBeKnown = refusesUnverified || levelMin !== 'H0';
      const why = found && objection(found, levelOf(protocol, levelMin), mustBeKnown);
      if (why === undefined) return [];
      return [
        {
          subject: id,
          message: `Agent ${agent} was not accepted: ${why}`,
          fix: 'Have a sub-agent started after the proposal work on this node, with the node id in its prompt, and give the id the client gave it.',
        },
      ];
    });
  },
});
