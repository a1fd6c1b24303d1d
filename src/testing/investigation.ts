/**
 * An investigation to play with in tests. Every command goes through the real plan and fold, as records a journal
 * would keep, and every reply is followed by the checks that must hold whatever was asked.
 */
import assert from 'node:assert';
import { createHash } from 'node:crypto';
import { normalised } from '../../machines/measures/text.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import { needsAgent } from '../../machines/rules/missing-agent.rule.js';
import { needsEvidence } from '../../machines/rules/missing-evidence.rule.js';
import { Command, type CommandOf, type CommitResult } from '../../machines/schema/command.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { AcceptedRecord, type Facts, type Move } from '../../machines/schema/record.js';
import type { NodeState } from '../../machines/schema/state.js';
import type { Violation } from '../../machines/schema/violation.js';
import { chartsFor } from '../../machines/charts.js';
import { begin, fold } from '../session/fold.js';
import { plan, type LaterCommand } from '../session/plan.js';
import { storeSession, type SessionState } from '../session/state.js';
import { assertChartsAgree, assertRecountAgrees, assertRestores } from './invariants.js';
import { protocolNamed } from './tree-builder.js';

const msBetweenCommands = 60_000;
const sessionId = 's-00000000000000000000';

export interface Reply {
  readonly ok: boolean;
  readonly codes: readonly string[];
  readonly violations: readonly Violation[];
  readonly moves: readonly Move[];
}

/** A result in short: its state, or whatever of it matters to the test. */
export type Told = string | ({ state: string } & Partial<CommitResult>);

/** Evidence nobody else gives: 50 characters or more, the node's own. */
const agent = { role: 'solo', known: 'claimed' } as const;
const evidenceFor = (id: string): string => `Ran the reproduction for ${id} and read its whole output twice.`;

export class Investigation {
  readonly state: SessionState;
  readonly journal: AcceptedRecord[];
  /** Agents that other sessions of the store have used, and where. */
  readonly agentsElsewhere = new Map<string, string>();
  /** What the client's records say of agents, once somebody has looked. */
  agentsLooked: Facts['agents'];

  constructor(
    readonly protocol: Protocol,
    minRoots: number,
  ) {
    const command = { type: 'investigation.start', query: 'Why?', minRoots, projectDir: '/p', protocol } as const;
    const first = recordOf(0, command, { charts: chartsFor(protocol).names.investigation }, []);
    this.journal = [first];
    this.state = begin(sessionId, first);
  }

  get tree() {
    return this.state.tree;
  }

  get totals() {
    return this.state.tree.totals;
  }

  node(id: string): TreeNode {
    return this.tree.at(id);
  }

  /** States of the nodes named, in that order. */
  states(ids: string): NodeState[] {
    return ids.split(' ').map((id) => this.node(id).state);
  }

  /** How the node's claims went, first to last. */
  claims(id: string): string[] {
    return this.node(id).claims.map(({ outcome }) => outcome);
  }

  /** Proposes ids, separated by spaces, all below one parent. */
  propose(ids: string, parent: string | null): Reply {
    return this.proposeAll(ids.split(' ').map((id) => [id, parent]));
  }

  proposeAll(nodes: readonly (readonly [id: string, parent: string | null])[], withdraw: string[] = []): Reply {
    const proposals = nodes.map(([id, parent]) => ({ id, parent, title: `Look at ${id}`, plannedAction: 'Read it.' }));
    return this.run({ type: 'round.propose', nodes: proposals, withdraw });
  }

  withdraw(...ids: string[]): Reply {
    return this.proposeAll([], ids);
  }

  /** Commits one result a key; needed evidence and agents are there unless the test says otherwise. */
  commit(results: Readonly<Record<string, Told>>): Reply {
    return this.commitAll(Object.entries(results).map(([id, told]) => this.resultOf(id, told)));
  }

  commitAll(results: CommitResult[]): Reply {
    return this.run({ type: 'round.commit', results });
  }

  reclassify(nodeId: string, newState: string, sent: { reason?: string; evidence?: string } = {}): Reply {
    const given = {
      reason: 'It looked different the second time.',
      ...this.evidenceIfNeeded(nodeId, newState),
      ...sent,
    };
    return this.run({ type: 'node.reclassify', nodeId, newState, ...given });
  }

  end(): Reply {
    return this.run({ type: 'investigation.end' });
  }

  /** What the stop gate writes down when an agent gets away. */
  stop(outcome: CommandOf<'session.stop'>['outcome']): Reply {
    return this.run({ type: 'session.stop', as: 'solo', outcome, tickets: [], count: 1, blocks: 8 });
  }

  giveUp(reason: string | undefined): Reply {
    return this.run({ type: 'investigation.end', outcome: 'inconclusive', reason });
  }

  /** Proposes and commits in one go, for trees a test starts from: one state for all, or one for each. */
  plant(ids: string, parent: string | null, states: string): this {
    const names = ids.split(' ');
    const wanted = states.split(' ');
    for (let start = 0; start < names.length; start += this.protocol.proposalBatchMax)
      accepted(this.propose(names.slice(start, start + this.protocol.proposalBatchMax).join(' '), parent));
    accepted(this.commit(Object.fromEntries(names.map((id, at) => [id, wanted[at] ?? wanted[0] ?? '']))));
    return this;
  }

  /** The state another process would arrive at from the journal alone. */
  replayed(): SessionState {
    const [first, ...rest] = this.journal;
    assert(first);
    const state = begin(sessionId, first);
    for (const record of rest) fold(state, record);
    return state;
  }

  private run(command: LaterCommand): Reply {
    const agents = command.type === 'round.commit' ? this.agentsLooked : undefined;
    const facts: Facts = { evidence: digests(command), ...(agents ? { agents } : {}) };
    const before = JSON.stringify(storeSession(this.state));
    const evidence = command.type === 'round.commit' ? { evidence: command.results.map(digestIn) } : {};
    const gathered = { facts, ...evidence, by: agent, agentsElsewhere: this.agentsElsewhere };
    const planned = plan(this.state, command, gathered);
    assert.strictEqual(JSON.stringify(storeSession(this.state)), before, 'planning changed the session');
    if (!planned.ok) return refusal(planned.violations);
    const record = recordOf(this.journal.length, command, facts, planned.moves);
    this.journal.push(record);
    fold(this.state, record);
    assertRecountAgrees(this.tree);
    assertChartsAgree(this.state);
    assertRestores(this.state);
    return { ok: true, codes: [], violations: [], moves: planned.moves };
  }

  private resultOf(nodeId: string, told: Told): CommitResult {
    const given = typeof told === 'string' ? { state: told } : told;
    const needed = { ...this.evidenceIfNeeded(nodeId, given.state), ...this.agentIfNeeded(nodeId) };
    return { nodeId, findings: `Looked at ${nodeId}.`, ...needed, ...given };
  }

  private evidenceIfNeeded(id: string, state: string): { evidence?: string } {
    return needsEvidence(this.protocol, state as NodeState) ? { evidence: evidenceFor(id) } : {};
  }

  private agentIfNeeded(id: string): { agentId?: string } {
    return needsAgent(this.protocol) ? { agentId: `agent-of-${id}` } : {};
  }
}

/** With one root demanded unless the test is about roots: trees stay small enough to see. */
export function investigation(
  name: 'multi-gate' | 'classic' | 'single-root',
  { minRoots = 1 }: { minRoots?: number } = {},
): Investigation {
  return new Investigation(protocolNamed(name), minRoots);
}

/** For the steps a test takes for granted: says which refusal came instead. */
export function accepted(reply: Reply): Reply {
  assert(reply.ok, `refused: ${reply.violations.map(({ code, message }) => `${code} ${message}`).join(' | ')}`);
  return reply;
}

/** `R3.A VALID_PENDING > DRILL, claim refuted`, one line a move. */
export const inWords = (moves: readonly Move[]): string[] =>
  moves.map(({ actor, from, to, why }) => `${actor} ${from ?? '-'} > ${to ?? '-'}, ${why}`);

const refusal = (violations: readonly Violation[]): Reply => ({
  ok: false,
  codes: violations.map(({ code }) => code),
  violations,
  moves: [],
});

function digests(command: LaterCommand): Record<string, string> {
  const texts: CommandOf<'round.commit'>['results'] | CommandOf<'node.reclassify'>[] =
    command.type === 'round.commit' ? command.results : command.type === 'node.reclassify' ? [command] : [];
  return Object.fromEntries(
    texts.flatMap(({ nodeId, evidence }) => (evidence === undefined ? [] : [[nodeId, digestOf(evidence)]])),
  );
}

const digestIn = ({ evidence }: CommitResult): string | undefined =>
  evidence === undefined ? undefined : digestOf(evidence);

const digestOf = (text: string): string => createHash('sha256').update(normalised(text)).digest('hex');

/** A record as it comes back from a journal: through its schema and through JSON. */
function recordOf(index: number, command: Command, facts: Facts, moves: readonly Move[]): AcceptedRecord {
  const record = {
    v: 1,
    seq: index + 1,
    time: 1_700_000_000_000 + index * msBetweenCommands,
    nonce: `nonce-${index + 1}`.padEnd(12, '-'),
    by: agent,
    prev: '0'.repeat(64),
    outcome: 'OK',
    command: Command.parse(command),
    facts,
    moves,
  };
  return AcceptedRecord.parse(JSON.parse(JSON.stringify(record)));
}
