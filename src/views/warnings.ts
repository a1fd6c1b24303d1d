/** Warnings never refuse: they say what looks odd or what will be asked for later. */
import { listed, plural, sampled, type Sample } from '../../machines/measures/text.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import { vocabularies, type NodeState } from '../../machines/schema/state.js';
import type { SessionState } from '../session/state.js';

export interface Warning {
  warning: string;
  message: string;
  nodeIds: string[];
  count: number;
}

const warn = (warning: string, sample: Sample, message: string): Warning[] =>
  sample.count === 0 ? [] : [{ warning, message, nodeIds: [...sample.ids], count: sample.count }];

export function warningsOf(state: SessionState, record: AcceptedRecord): Warning[] {
  return [...commitWarnings(state, record), ...limitNear(state), ...incomplete(state)];
}

/** Of what a record itself did, whatever came after it. */
export const commitWarnings = (state: SessionState, record: AcceptedRecord): Warning[] => [
  ...hasty(state, record),
  ...enforced(state, record),
  ...unverified(record),
];

/** Nodes committed sooner after their proposal than anybody works. */
export function committedInHaste({ tree, info }: SessionState, { command, time }: AcceptedRecord): string[] {
  if (command.type !== 'round.commit') return [];
  const ids = command.results.map(({ nodeId }) => nodeId);
  return ids.filter((id) => time - tree.at(id).proposedAt < info.protocol.suspiciousSeconds * 1000);
}

function hasty(state: SessionState, record: AcceptedRecord): Warning[] {
  const early = sampled(committedInHaste(state, record));
  const seconds = state.info.protocol.suspiciousSeconds;
  return warn('SUSPICIOUS', early, `Committed less than ${seconds} s after the proposal: ${listed(early)}.`);
}

interface RecordedOtherwise {
  readonly nodeId: string;
  readonly claimed: string;
  readonly recorded: string;
}

/** Claimed too early, and recorded as what it may be: both are in the journal. */
export function recordedOtherwise({ command, moves }: AcceptedRecord): RecordedOtherwise[] {
  if (command.type !== 'round.commit') return [];
  const to = new Map(moves.filter(({ why }) => why === 'committed').map((move) => [move.actor, move.to]));
  return command.results
    .map(({ nodeId, state }) => ({ nodeId, claimed: state, recorded: to.get(nodeId) ?? '' }))
    .filter(({ claimed, recorded }) => claimed !== recorded);
}

function enforced({ info }: SessionState, record: AcceptedRecord): Warning[] {
  const changed = recordedOtherwise(record);
  const [first] = changed;
  if (!first) return [];
  const opens = info.protocol.lockedBeforeRound[first.claimed as NodeState] ?? 1;
  const ids = sampled(changed.map(({ nodeId }) => nodeId));
  const message = `${first.claimed} opens in round ${opens}; recorded as ${first.recorded}: ${listed(ids)}.`;
  return warn('DEPTH_ENFORCED', ids, message);
}

/** Nodes whose agent was named, and of whom nothing is known. */
export function unverifiedAgents({ command, facts }: AcceptedRecord): string[] {
  if (command.type !== 'round.commit') return [];
  const known = new Set(facts.agents?.looked.flatMap(({ kind, agent }) => (kind === 'verified' ? agent : [])));
  return command.results.filter(({ agentId }) => agentId && !known.has(agentId)).map(({ nodeId }) => nodeId);
}

function unverified(record: AcceptedRecord): Warning[] {
  const named = sampled(unverifiedAgents(record));
  return warn('UNVERIFIED_AGENT', named, `These agents could not be looked up: ${listed(named)}.`);
}

function limitNear({ tree, info }: SessionState): Warning[] {
  const { nodesMax, depthMax } = info.protocol;
  const room = nodesMax - tree.size;
  const { lacking } = tree.totals;
  if (lacking > room) {
    const message = `${plural(lacking, 'child').replace(/childs$/, 'children')} still needed, room for ${room}: conclude instead of drilling.`;
    return [{ warning: 'LIMIT_NEAR', message, nodeIds: [], count: lacking }];
  }
  const tooDeep = sampled(tree.totals.round(depthMax).short);
  return warn(
    'LIMIT_NEAR',
    tooDeep,
    `At the depth limit of ${depthMax} no children fit: reclassify ${listed(tooDeep)}.`,
  );
}

function incomplete({ tree, info }: SessionState): Warning[] {
  const rounds = [...tree.totals.rounds].sort(([a], [b]) => a - b);
  const short = rounds.map(([, round]) => round.short);
  const count = short.reduce((sum, set) => sum + set.size, 0);
  const ids = short.flatMap((set) => [...sampled(set).ids]).slice(0, 5);
  const sample = { ids, count };
  return warn(
    `INCOMPLETE_${vocabularies[info.protocol.chart].open[0]}`,
    sample,
    `Short of children: ${listed(sample)}.`,
  );
}
