/** How a node came to be what it is, for a page: which records tell of it, how its agent is known, what looked odd. */
import type { AcceptedRecord, JournalRecord } from '../../machines/schema/record.js';
import type { SessionState } from '../session/state.js';
import { levelOf } from './node-detail.js';
import type { NodeSummary } from './node-page.js';
import { verdictOf } from './notes.js';
import { commitWarnings } from './warnings.js';

export interface NodeStory {
  proposedSeq: number;
  committedSeq: number | null;
  /** The state its commit was recorded as. */
  committedAs: string | null;
  evidenceSeq: number | null;
  /** How the work is known; null while there is none. */
  level: { code: 'H0' | 'H1' | 'H2'; name: string; why: string | null } | null;
  /** What looked odd about its commit. */
  warnings: { code: string; message: string }[];
  /** Children proposed to confirm one of its claims. */
  confirmers: { claim: number; nodeId: string; state: string; verdict: 'confirms' | 'refutes' | 'tests' }[];
}

const levelNames = { H0: 'claimed', H1: 'transcript found', H2: 'transcript fits' } as const;

export function nodeStory(state: SessionState, summary: NodeSummary, records: readonly JournalRecord[]): NodeStory {
  const { nodeId, proposedSeq, committedSeq, evidenceSeq } = summary;
  const committed = records.find((record) => record.seq === committedSeq);
  const accepted = committed?.outcome === 'OK' ? committed : undefined;
  return {
    ...{ proposedSeq, committedSeq, evidenceSeq },
    committedAs: accepted?.moves.find(({ actor, why }) => actor === nodeId && why === 'committed')?.to ?? null,
    level: accepted ? levelIn(accepted, summary.agentId) : null,
    warnings: accepted ? warningsAbout(state, accepted, nodeId) : [],
    confirmers: confirmersOf(state, nodeId),
  };
}

function levelIn(record: AcceptedRecord, agentId: string | null): NodeStory['level'] {
  const code = levelOf(record, agentId);
  const looked = record.facts.agents?.looked.find(({ agent }) => agent === agentId);
  return { code, name: levelNames[code], why: looked?.why ?? null };
}

/** As if the record had committed this node alone: then what is said is said of it. */
function warningsAbout(state: SessionState, record: AcceptedRecord, nodeId: string): NodeStory['warnings'] {
  const { command } = record;
  if (command.type !== 'round.commit') return [];
  const results = command.results.filter((result) => result.nodeId === nodeId);
  const alone: AcceptedRecord = { ...record, command: { ...command, results } };
  return commitWarnings(state, alone).map(({ warning, message }) => ({ code: warning, message }));
}

function confirmersOf({ tree, info }: SessionState, nodeId: string): NodeStory['confirmers'] {
  return [...tree.at(nodeId).children].flatMap((id) => {
    const child = tree.at(id);
    if (child.confirms === null) return [];
    return [{ claim: child.confirms, nodeId: id, state: child.state, verdict: verdictOf(info.protocol, child) }];
  });
}
