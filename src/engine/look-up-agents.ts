/** What the client's own records say of the agents a commit names. Kept in the record: transcripts are gone in weeks. */
import type { Command } from '../../machines/schema/command.js';
import type { ProjectConfig } from '../../machines/schema/policy.js';
import type { Facts } from '../../machines/schema/record.js';
import type { SessionState } from '../session/state.js';
import { alsoIn } from '../transcripts/also-in.js';
import type { AgentLookup } from '../transcripts/combine.js';
import type { Looked } from '../transcripts/provider.js';
import { agentsIn } from './gather.js';
import type { Policies } from './tickets/policies.js';

type AgentFacts = NonNullable<Facts['agents']>;

export interface AgentOptions {
  readonly lookup: AgentLookup;
  /** Where this process was started: the agents of its client are looked up there too. */
  readonly ownDir?: string;
}

/** Each agent once; those of nodes nobody proposed have a refusal of their own. */
export async function lookUpAgents(
  { lookup, ownDir }: AgentOptions,
  { info, tree }: SessionState,
  command: Command,
  { policies, now }: { policies: Policies | undefined; now: () => number },
): Promise<{ agents?: AgentFacts }> {
  const named = agentsIn(command).filter(({ node }) => tree.get(node) !== undefined);
  if (named.length === 0) return {};
  const configs = (await policies?.demandsOn([info.projectDir, ...(ownDir === undefined ? [] : [ownDir])])) ?? [];
  const everywhere = ownDir === undefined ? lookup : alsoIn(lookup, ownDir);
  const looked: AgentFacts['looked'] = [];
  for (const { agent, node } of named) {
    if (looked.some((each) => each.agent === agent)) continue;
    const { sessionId, projectDir } = info;
    const { proposedAt } = tree.at(node);
    const asked = { agentId: agent, nodeId: node, projectDir, proposedAt, now: now(), sessionId };
    const found = await everywhere.look(asked);
    looked.push(kept(agent, found));
  }
  return { agents: { ...strictest(configs), looked } };
}

/** Each of them counts, whichever asks for more. */
const strictest = (configs: readonly ProjectConfig[]): Pick<AgentFacts, 'levelMin' | 'refusesUnverified'> => ({
  levelMin: configs.map(({ levels }) => levels.node).reduce((most, each) => (each > most ? each : most), 'H0'),
  refusesUnverified: configs.some(({ unverifiedAgents }) => unverifiedAgents === 'refuse'),
});

const whyMax = 300;

function kept(agent: string, looked: Looked): AgentFacts['looked'][number] {
  const why = looked.why?.slice(0, whyMax);
  if (looked.kind !== 'verified') return { agent, kind: looked.kind, why: why ?? '' };
  const { kind, level, client, file, hash, excerpt } = looked;
  return {
    agent,
    kind,
    level,
    client,
    file: file.slice(0, 1000),
    hash,
    excerpt: excerpt.slice(0, 1000),
    ...(why ? { why } : {}),
  };
}
