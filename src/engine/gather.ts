/** Finds out what the charts may not: digests of evidence, and agents that other sessions of the store have used. */
import { normalised } from '../../machines/measures/text.js';
import type { Command } from '../../machines/schema/command.js';
import type { Facts } from '../../machines/schema/record.js';
import { digest } from './ids.js';

interface Evidence {
  readonly id: string;
  readonly digest: string | undefined;
}

function evidenceIn(command: Command): Evidence[] {
  const texts = command.type === 'round.commit' ? command.results : command.type === 'node.reclassify' ? [command] : [];
  return texts.map(({ nodeId, evidence: text }) => ({
    id: nodeId,
    digest: text === undefined || text.trim() === '' ? undefined : digest(normalised(text)),
  }));
}

export function factsOf(command: Command): Facts {
  const evidence = evidenceIn(command).flatMap(({ id, digest: own }) =>
    own === undefined ? [] : [[id, own] as const],
  );
  return evidence.length > 0 ? { evidence: Object.fromEntries(evidence) } : {};
}

/** In the order of the results. */
export const digestsIn = (command: Command): (string | undefined)[] =>
  evidenceIn(command).map(({ digest: own }) => own);

/** Each agent a command names, with the node it worked on. */
export const agentsIn = (command: Command): { agent: string; node: string }[] =>
  command.type === 'round.commit'
    ? command.results.flatMap(({ agentId, nodeId }) =>
        agentId === undefined ? [] : [{ agent: agentId, node: nodeId }],
      )
    : [];
