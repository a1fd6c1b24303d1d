/** One investigation in memory, through the real plan and fold, that remembers how it was played and can be forked. */
import { createHash } from 'node:crypto';
import { normalised } from '../../machines/measures/text.js';
import { chartsFor } from '../../machines/charts.js';
import type { TreeNode } from '../../machines/measures/tree-node.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import type { CommittedState } from '../../machines/schema/state.js';
import type { Violation } from '../../machines/schema/violation.js';
import { begin, fold } from '../session/fold.js';
import { endBlockers } from '../session/plan-end.js';
import { plan, type LaterCommand } from '../session/plan.js';
import { restoreSession, storeSession, type SessionState } from '../session/state.js';

const by = { role: 'solo', known: 'claimed' } as const;
const nobodyElse: ReadonlyMap<string, string> = new Map();
/** Slow enough that nothing looks hasty. */
const msBetween = 60_000;

export class Play {
  readonly protocol: Protocol;
  /** What was accepted, in words. */
  readonly steps: string[];
  readonly #state: SessionState;
  #made: number;

  private constructor(state: SessionState, steps: readonly string[], made: number) {
    this.#state = state;
    this.protocol = state.info.protocol;
    this.steps = [...steps];
    this.#made = made;
  }

  static start(protocol: Protocol): Play {
    const minRoots = protocol.rootsMin.default;
    const command = { type: 'investigation.start', query: 'Why?', minRoots, projectDir: '/', protocol } as const;
    const facts = { charts: chartsFor(protocol).names.investigation };
    return new Play(begin('s-00000000000000000000', recordOf(1, command, facts, [])), [], 0);
  }

  /** The same investigation again, to try something without playing it here. */
  fork(): Play {
    return new Play(restoreSession(structuredClone(storeSession(this.#state))), this.steps, this.#made);
  }

  /** An actor that is done with. */
  stop(): void {
    this.#state.actor.stop();
  }

  get tree() {
    return this.#state.tree;
  }

  get rootsMin(): number {
    return this.#state.info.rootsMin;
  }

  nodes(): TreeNode[] {
    return [...this.tree.all()];
  }

  blockers(): Violation[] {
    return endBlockers(this.#state);
  }

  /** What the tree comes to, whatever its nodes are called. */
  shape(): string {
    const of = (node: TreeNode): string => {
      const below = [...node.children].map((id) => of(this.tree.at(id))).sort();
      return `${node.state}${node.claims.map(({ outcome }) => `+${outcome}`).join('')}(${below.join()})`;
    };
    return this.nodes()
      .filter(({ parent }) => parent === null)
      .map(of)
      .sort()
      .join();
  }

  /** New nodes below one parent, or as roots; their ids, or none where they were refused. */
  propose(parent: TreeNode | null, count: number): string[] {
    const round = (parent?.depth ?? 0) + 1;
    // Where there may be one root alone, more of that name would only be refused as duplicates.
    const isOnly = parent === null && this.protocol.onlyRoot !== undefined;
    const ids = Array.from({ length: isOnly ? 1 : count }, () => this.#newId(round));
    const nodes = ids.map((id) => ({ id, parent: parent?.id ?? null, title: id, plannedAction: 'Look.' }));
    const words = `propose ${ids.join(', ')}${parent ? ` below ${parent.id}` : ''}`;
    return this.#run({ type: 'round.propose', nodes, withdraw: [] }, words) ? ids : [];
  }

  withdraw(id: string): boolean {
    return this.#run({ type: 'round.propose', nodes: [], withdraw: [id] }, `withdraw ${id}`);
  }

  commit(id: string, state: CommittedState): boolean {
    this.#made += 1;
    const agentId = this.protocol.agents?.required ? { agentId: `agent-${this.#made}` } : {};
    const results = [{ nodeId: id, state, findings: 'Looked.', evidence: this.#evidence(id), ...agentId }];
    return this.#run({ type: 'round.commit', results }, `commit ${id} as ${state}`);
  }

  reclassify(id: string, newState: CommittedState): boolean {
    this.#made += 1;
    const given = { reason: 'It looked different the second time.', evidence: this.#evidence(id) };
    const command = { type: 'node.reclassify', nodeId: id, newState, ...given } as const;
    return this.#run(command, `reclassify ${id} to ${newState}`);
  }

  end(): boolean {
    return this.#run({ type: 'investigation.end' }, 'end');
  }

  #newId(round: number): string {
    const { onlyRoot } = this.protocol;
    if (round === 1 && onlyRoot !== undefined) return onlyRoot;
    this.#made += 1;
    return `R${round}.n${this.#made}`;
  }

  /** Nobody else's, and as long as the protocol asks for. */
  #evidence(id: string): string {
    return `Run ${this.#made} of ${id}: `.padEnd(Math.max(60, this.protocol.evidence.charsMin), 'seen');
  }

  #run(command: LaterCommand, words: string): boolean {
    const facts = { evidence: digests(command) };
    const planned = plan(this.#state, command, { facts, by, agentsElsewhere: nobodyElse });
    if (!planned.ok) return false;
    fold(this.#state, recordOf(this.#state.seq + 1, command, facts, planned.moves));
    this.steps.push(words);
    return true;
  }
}

function digests(command: LaterCommand): Record<string, string> {
  const told: readonly { nodeId: string; evidence?: string | undefined }[] =
    command.type === 'round.commit' ? command.results : command.type === 'node.reclassify' ? [command] : [];
  const digest = (text = '') => createHash('sha256').update(normalised(text)).digest('hex');
  return Object.fromEntries(told.map(({ nodeId, evidence }) => [nodeId, digest(evidence)]));
}

function recordOf(
  seq: number,
  command: LaterCommand | CommandOf<'investigation.start'>,
  facts: AcceptedRecord['facts'],
  moves: readonly AcceptedRecord['moves'][number][],
): AcceptedRecord {
  const time = 1_700_000_000_000 + seq * msBetween;
  const frame = { v: 1, nonce: '-'.repeat(12), prev: '0'.repeat(64), outcome: 'OK' } as const;
  return { ...frame, seq, time, by, command, facts, moves: [...moves] };
}
