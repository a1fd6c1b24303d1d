/** What a rule is: a code, why it exists, and a check that returns every breach with what to do about it. */
import type { Proposal } from '../schema/command.js';
import type { Protocol } from '../schema/protocol.js';
import type { Facts } from '../schema/record.js';
import type { CommittedState, NodeState } from '../schema/state.js';
import type { Violation } from '../schema/violation.js';
import type { EndFigures } from '../measures/end-figures.js';
import type { Tree } from '../measures/tree.js';
import type { TreeNode } from '../measures/tree-node.js';

export interface Breach {
  subject: string;
  message: string;
  fix: string;
}

export interface Rule<Facts> {
  readonly code: string;
  readonly why: string;
  check(facts: Facts, protocol: Protocol): Breach[];
}

export interface ProposeFacts {
  readonly tree: Tree;
  readonly rootsMin: number;
  readonly nodes: readonly Proposal[];
  readonly withdraw: readonly string[];
}

/** One node about to enter a state, by commit or by reclassification. */
export interface Entry {
  readonly id: string;
  readonly node: TreeNode | undefined;
  /** What the caller wrote; `to` is undefined where that is no state of the protocol. */
  readonly wanted: string;
  readonly to: CommittedState | undefined;
  readonly evidence: { readonly digest: string; readonly chars: number } | undefined;
  readonly agent: string | undefined;
}

export interface EnterFacts {
  readonly tree: Tree;
  readonly entries: readonly Entry[];
}

export interface CommitFacts extends EnterFacts {
  /** Agents that another session of this store has used, and where. */
  readonly agentsElsewhere: ReadonlyMap<string, string>;
  readonly agents: AgentFacts;
}

/** What the client's own records say of an agent. */
export type AgentLooked = NonNullable<Facts['agents']>['looked'][number];
export type AgentFacts = NonNullable<Facts['agents']>;

export interface ReclassifyFacts extends EnterFacts {
  readonly entry: Entry;
  readonly reason: string | undefined;
  /** States the chart has an edge to from the node's present one. */
  readonly edges: readonly NodeState[];
}

export interface EndFacts {
  readonly figures: EndFigures;
}

export const proposeRule = (rule: Rule<ProposeFacts>): Rule<ProposeFacts> => rule;
export const commitRule = (rule: Rule<CommitFacts>): Rule<CommitFacts> => rule;
export const reclassifyRule = (rule: Rule<ReclassifyFacts>): Rule<ReclassifyFacts> => rule;
/** Stands at commit and at reclassification alike. */
export const enterRule = (rule: Rule<EnterFacts>): Rule<EnterFacts> => rule;
export const endRule = (rule: Rule<EndFacts>): Rule<EndFacts> => rule;

/** Every breach of every rule, in the order of the rules. */
export function judge<Facts>(rules: readonly Rule<Facts>[], facts: Facts, protocol: Protocol): Violation[] {
  return rules.flatMap((rule) => rule.check(facts, protocol).map((breach) => ({ code: rule.code, ...breach })));
}

/** Entries that are what they seem: proposed (or committed) nodes and known states. Others have their own rules. */
export function sound(entries: readonly Entry[]): { entry: Entry; node: TreeNode; to: CommittedState }[] {
  return entries.flatMap((entry) => (entry.node && entry.to ? [{ entry, node: entry.node, to: entry.to }] : []));
}
