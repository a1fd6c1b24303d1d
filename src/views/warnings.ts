/** Warnings never refuse: they say what looks odd or what will be asked for later. */
import { listed, plural, sampled, type Sample } from '../../machines/measures/text.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
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
  return [...hasty(state, record), ...unverified(record), ...limitNear(state), ...incomplete(state)];
}

function hasty({ tree, info }: SessionState, { command, time }: AcceptedRecord): Warning[] {
  if (command.type !== 'round.commit') return [];
  const seconds = info.protocol.suspiciousSeconds;
  const ids = command.results.map(({ nodeId }) => nodeId);
  const early = sampled(ids.filter((id) => time - tree.at(id).proposedAt < seconds * 1000));
  return warn('SUSPICIOUS', early, `Committed less than ${seconds} s after the proposal: ${listed(early)}.`);
}

function unverified({ command }: AcceptedRecord): Warning[] {
  if (command.type !== 'round.commit') return [];
  const named = sampled(command.results.filter(({ agentId }) => agentId).map(({ nodeId }) => nodeId));
  return warn('UNVERIFIED_AGENT', named, `No transcripts to check these agents against: ${listed(named)}.`);
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

function incomplete({ tree }: SessionState): Warning[] {
  const rounds = [...tree.totals.rounds].sort(([a], [b]) => a - b);
  const short = rounds.map(([, round]) => round.short);
  const count = short.reduce((sum, set) => sum + set.size, 0);
  const ids = short.flatMap((set) => [...sampled(set).ids]).slice(0, 5);
  const sample = { ids, count };
  return warn('INCOMPLETE_DRILL', sample, `Short of children: ${listed(sample)}.`);
}
