/** Finds out what the charts may not: digests of evidence, and agents that other sessions of the store have used. */
import { chartsFor } from '../../machines/charts.js';
import { normalised } from '../../machines/measures/text.js';
import type { Command } from '../../machines/schema/command.js';
import type { Facts } from '../../machines/schema/record.js';
import type { SessionState } from '../session/state.js';
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

/** What the record that makes a session, or its first tickets, is to say: which session, and with which charts. */
export function factsOfFirst(command: Command, session: string, state: SessionState | undefined): Facts {
  return { ...(state ? {} : { session }), ...chartsOf(command, state) };
}

/** The charts an investigation, or tickets, are made with: named in the record that makes them. */
function chartsOf(command: Command, state: SessionState | undefined): { charts?: string[] } {
  if (command.type === 'investigation.start') return { charts: chartsFor(command.protocol).names.investigation };
  if (command.type !== 'tickets.open') return {};
  const protocol = command.session?.protocol ?? state?.info.protocol;
  return protocol ? { charts: chartsFor(protocol).names.tickets } : {};
}
