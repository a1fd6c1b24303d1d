/** What an investigation came to: solutions with how they were confirmed, theories, dead ends, references. */
import { qualityOf, type Quality } from '../../machines/measures/quality.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import type { SessionState } from '../session/state.js';
import { evidenceIn, levelOf, resultIn } from './node-detail.js';
import { References, type Reference } from './references.js';

export interface Conclusion {
  nodeId: string;
  title: string;
  findings: string;
  evidence: string | null;
  round: number;
}

export interface Solution extends Conclusion {
  confirmers: string[];
  claims: { made: number; refuted: number; withdrawn: number };
}

export interface EndReport {
  outcome: string;
  reason: string | null;
  query: string;
  totalRounds: number;
  totalNodes: number;
  solutions: Solution[];
  theories: Conclusion[];
  deadEnds: number;
  references: Reference[];
  quality: Quality;
  /** Of the agents that were named: how many nodes' are known how well. */
  agents?: Partial<Record<'H2' | 'H1' | 'unverified', number>>;
}

/** Texts of the nodes, gathered in one pass over the journal. */
interface Texts {
  readonly findings: Map<string, string>;
  readonly evidence: Map<string, string>;
  readonly references: References;
  readonly agents: NonNullable<EndReport['agents']>;
}

function textsIn(records: readonly JournalRecord[]): Texts {
  const texts: Texts = { findings: new Map(), evidence: new Map(), references: new References(), agents: {} };
  for (const record of records) {
    if (record.outcome !== 'OK') continue;
    const { command } = record;
    const ids =
      command.type === 'round.commit'
        ? command.results.map(({ nodeId }) => nodeId)
        : command.type === 'node.reclassify'
          ? [command.nodeId]
          : [];
    for (const id of ids) {
      const result = resultIn(record, id);
      const evidence = evidenceIn(record, id) ?? '';
      if (result) texts.findings.set(id, result.findings);
      if (result?.agentId !== undefined) {
        const level = levelOf(record, result.agentId);
        const known = level === 'H0' ? 'unverified' : level;
        texts.agents[known] = (texts.agents[known] ?? 0) + 1;
      }
      if (evidence.trim() !== '') texts.evidence.set(id, evidence);
      texts.references.collect(id, `${result?.findings ?? ''}\n${evidence}`, result?.references);
    }
  }
  return texts;
}

export function endReport(state: SessionState, records: readonly JournalRecord[]): EndReport | undefined {
  const { ended, tree, info } = state;
  if (!ended) return undefined;
  const texts = textsIn(records);
  const { totals } = tree;
  const conclusion = (id: string): Conclusion => {
    const node = tree.at(id);
    return {
      nodeId: id,
      title: node.title,
      findings: texts.findings.get(id) ?? '',
      evidence: texts.evidence.get(id) ?? null,
      round: node.depth,
    };
  };
  return {
    outcome: ended.outcome,
    reason: ended.reason,
    query: info.query,
    totalRounds: totals.currentRound,
    totalNodes: totals.committed,
    solutions: [...totals.solutions].map((id) => ({ ...conclusion(id), ...proofOf(state, tree.at(id)) })),
    theories: [...totals.theories].map(conclusion),
    deadEnds: totals.of('DEAD'),
    references: texts.references.list(),
    quality: qualityOf(totals, info.protocol),
    ...(Object.keys(texts.agents).length > 0 ? { agents: texts.agents } : {}),
  };
}

function proofOf({ tree }: SessionState, node: TreeNode): Pick<Solution, 'confirmers' | 'claims'> {
  const confirmers = [...node.children].filter(
    (id) => node.claims.length > 0 && tree.at(id).confirms === node.claims.length,
  );
  const count = (outcome: string) => node.claims.filter((claim) => claim.outcome === outcome).length;
  return {
    confirmers,
    claims: { made: node.claims.length, refuted: count('refuted'), withdrawn: count('withdrawn') },
  };
}
