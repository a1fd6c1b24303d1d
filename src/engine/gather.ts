/** Finds out what the charts may not: digests of evidence, and agents that other sessions of the store have used. */
import { normalised } from '../../machines/measures/text.js';
import type { Command } from '../../machines/schema/command.js';
import type { Facts } from '../../machines/schema/record.js';
import { digest } from './ids.js';

export function factsOf(command: Command): Facts {
  const texts: [string, string | undefined][] =
    command.type === 'round.commit'
      ? command.results.map(({ nodeId, evidence }) => [nodeId, evidence])
      : command.type === 'node.reclassify'
        ? [[command.nodeId, command.evidence]]
        : [];
  const evidence = texts.flatMap(([id, text]) =>
    text === undefined || text.trim() === '' ? [] : [[id, digest(normalised(text))] as const],
  );
  return evidence.length > 0 ? { evidence: Object.fromEntries(evidence) } : {};
}

/** Each agent a command names, with the node it worked on. */
export const agentsIn = (command: Command): { agent: string; node: string }[] =>
  command.type === 'round.commit'
    ? command.results.flatMap(({ agentId, nodeId }) =>
        agentId === undefined ? [] : [{ agent: agentId, node: nodeId }],
      )
    : [];
