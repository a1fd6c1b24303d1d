/** Refuses results of nobody, where every node has an agent of its own. */
import type { Protocol } from '../schema/protocol.js';
import { commitRule } from './rule.js';

export const needsAgent = ({ agents }: Protocol): boolean => agents?.required ?? false;

export const missingAgent = commitRule({
  code: 'MISSING_AGENT',
  why: 'That a node was really worked on can only be checked of an agent that is named.',
  check({ entries }, protocol) {
    if (!needsAgent(protocol)) return [];
    return entries
      .filter(({ agent }) => agent === undefined)
      .map(({ id }) => ({
        subject: id,
        message: `${id} names no agent.`,
        fix: 'Have a fresh sub-agent work on it, and give its id as agentId.',
      }));
  },
});
