/** Everything known of one node: what the tree says, and the texts its records hold. */
import type { JournalRecord } from '../../machines/schema/record.js';
import type { NodeSummary } from './node-page.js';

export interface NodeDetail extends Omit<NodeSummary, 'proposedSeq' | 'committedSeq' | 'evidenceSeq' | 'seqs'> {
  plannedAction: string;
  findings: string | null;
  evidence: string | null;
  /** How the work is known: the agent said so, or its transcript was found, or was found to fit. */
  evidenceLevel: 'H0' | 'H1' | 'H2' | null;
  verificationMethod: string | null;
  alternativesConsidered: string[] | null;
  references: string[];
  /** What happened to it, in order. */
  history: { seq: number; at: number; from: string | null; to: string | null; why: string; reason?: string }[];
}

/** Records that tell of a node, by sequence number: where its texts are to be found. */
export const recordsNeeded = ({ proposedSeq, committedSeq, evidenceSeq, seqs }: NodeSummary): number[] =>
  [...new Set([proposedSeq, committedSeq, evidenceSeq, ...seqs])].filter((seq): seq is number => seq !== null);

export function nodeDetail(summary: NodeSummary, records: readonly JournalRecord[]): NodeDetail {
  const { proposedSeq, committedSeq, evidenceSeq, seqs: _seqs, ...known } = summary;
  const at = (seq: number | null) => records.find((record) => record.seq === seq);
  const proposed = at(proposedSeq);
  const result = resultIn(at(committedSeq), summary.nodeId);
  const evidence = evidenceIn(at(evidenceSeq), summary.nodeId);
  const proposal =
    proposed?.outcome === 'OK' && proposed.command.type === 'round.propose'
      ? proposed.command.nodes.find(({ id }) => id === summary.nodeId)
      : undefined;
  return {
    ...known,
    plannedAction: proposal?.plannedAction ?? '',
    findings: result?.findings ?? null,
    evidence: evidence ?? null,
    evidenceLevel:
      evidence === undefined && summary.agentId === null ? null : levelOf(at(committedSeq), summary.agentId),
    verificationMethod: result?.verificationMethod ?? null,
    alternativesConsidered:
      result?.alternativesConsidered === undefined ? null : [result.alternativesConsidered].flat(),
    references: result?.references ?? [],
    history: records.flatMap((record) => historyIn(record, summary.nodeId)),
  };
}

/** Of the agent that worked on it. */
export function levelOf(record: JournalRecord | undefined, agentId: string | null): 'H0' | 'H1' | 'H2' {
  const all = record?.outcome === 'OK' ? (record.facts.agents?.looked ?? []) : [];
  const looked = all.find(({ agent }) => agent === agentId);
  return looked?.kind === 'verified' ? looked.level : 'H0';
}

export function resultIn(record: JournalRecord | undefined, nodeId: string) {
  if (record?.outcome !== 'OK' || record.command.type !== 'round.commit') return undefined;
  return record.command.results.find((result) => result.nodeId === nodeId);
}

export function evidenceIn(record: JournalRecord | undefined, nodeId: string): string | undefined {
  if (record?.outcome === 'OK' && record.command.type === 'node.reclassify') return record.command.evidence;
  return resultIn(record, nodeId)?.evidence;
}

function historyIn(record: JournalRecord, nodeId: string): NodeDetail['history'] {
  if (record.outcome !== 'OK') return [];
  const { command, moves, seq, time } = record;
  const reason = command.type === 'node.reclassify' && command.nodeId === nodeId ? command.reason : undefined;
  return moves
    .filter(({ actor }) => actor === nodeId)
    .map(({ from, to, why }) => ({ seq, at: time, from, to, why, ...(reason === undefined ? {} : { reason }) }));
}
