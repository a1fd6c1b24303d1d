/** What callers ask for: small commands, most of them sensible, some refused, some sent twice. All by chance. */
import type { Command } from '../../../machines/schema/command.js';
import { sessionIdFor } from '../../engine/ids.js';
import { protocolNamed } from '../tree-builder.js';
import type { Call, Ledger } from './ledger.js';
import type { Profile } from './profile.js';
import type { Random } from './random.js';

const protocols = [protocolNamed('classic'), protocolNamed('multi-gate')];
/** For each session of a simulation the ways it can begin. */
const starts = [0, 1, 2].map((index) => {
  const requestId = `start-${index}`;
  const commands = protocols.map((protocol): Command => ({
    type: 'investigation.start',
    query: `q${index}`,
    minRoots: 1,
    projectDir: '/p',
    protocol,
  }));
  return { id: sessionIdFor(requestId), requestId, commands };
});
export const agents = ['agent-a', 'agent-b', 'agent-c'];

interface Session {
  readonly id: string;
  readonly start: Call;
}

/** A question that changes nothing. */
export interface Question {
  readonly sessionId: string;
  readonly kind: 'overview' | 'records' | 'list';
}

/** What an operator does to a whole session. */
export interface Move {
  readonly sessionId: string;
  readonly kind: 'archive' | 'delete';
}

export type Wish =
  { readonly call: Call; readonly isDuplicate: boolean } | { readonly question: Question } | { readonly move: Move };

export class Workload {
  readonly #random: Random;
  readonly #ledger: Ledger;
  readonly sessions: Session[] = [];
  readonly #moveRate: number;
  readonly #isRivalry: boolean;
  #made = 0;

  constructor(random: Random, ledger: Ledger, { sessions, isRivalry, moveRate }: Profile) {
    this.#random = random;
    this.#ledger = ledger;
    this.#moveRate = moveRate;
    this.#isRivalry = isRivalry;
    for (const { id, requestId, commands } of starts.slice(0, sessions))
      this.sessions.push({ id, start: ledger.add({ sessionId: id, command: random.pick(commands), requestId }) });
  }

  next(): Wish {
    const random = this.#random;
    const there = this.sessions.filter(({ id }) => this.#ledger.moveOf(id) === undefined);
    if (there.length === 0) return { question: { sessionId: random.pick(this.sessions).id, kind: 'list' } };
    const { id: sessionId, start } = random.pick(there);
    // Nobody is about to make it: that would be another session of the same name.
    if (start.answers.length > 0 && start.unanswered === 0 && random.chance(this.#moveRate))
      return { move: { sessionId, kind: random.pick(['archive', 'archive', 'delete']) } };
    if (start.answers.length === 0 && random.chance(0.85)) return { call: start, isDuplicate: start.unanswered > 0 };
    const repeated = random.chance(0.25) ? this.#repeat(sessionId) : undefined;
    if (repeated) return { call: repeated, isDuplicate: true };
    if (random.chance(0.12)) return { question: { sessionId, kind: random.pick(['overview', 'records', 'list']) } };
    return { call: this.fresh(sessionId), isDuplicate: false };
  }

  fresh(sessionId: string): Call {
    this.#made += 1;
    const command = this.#command(this.#ledger.of(sessionId));
    const requestId = this.#random.chance(0.75) ? `request-${this.#made}` : undefined;
    return this.#ledger.add({ sessionId, command, requestId });
  }

  /** One that nobody answered, rather than one that somebody did. */
  #repeat(sessionId: string): Call | undefined {
    const random = this.#random;
    const calls = this.#ledger.of(sessionId).filter(({ requestId, isReuse }) => requestId !== undefined && !isReuse);
    const open = calls.filter(({ answers }) => answers.length === 0);
    const call = calls.length > 0 ? random.pick(open.length > 0 && random.chance(0.7) ? open : calls) : undefined;
    if (!call || call.answers.length === 0 || !random.chance(0.1)) return call;
    this.#made += 1;
    const { requestId } = call;
    return this.#ledger.add({ sessionId, command: this.#command([]), requestId, isReuse: true });
  }

  #command(calls: readonly Call[]): Command {
    const random = this.#random;
    const nodes = nodesOf(calls);
    const proposed = nodes.filter(({ isCommitted }) => !isCommitted);
    const committed = nodes.filter(({ isCommitted }) => isCommitted);
    if (this.#isRivalry) return proposed.length > 0 ? this.#commit(proposed) : this.#propose(nodes, []);
    const roll = random.next();
    if (roll < 0.35 || nodes.length === 0) return this.#propose(nodes, committed);
    if (roll < 0.75) return this.#commit(proposed.length > 0 && random.chance(0.9) ? proposed : nodes);
    if (roll < 0.97) return this.#reclassify(committed.length > 0 ? committed : nodes);
    const reason = `Attempt ${this.#made} has gone nowhere, and so have all the others before it.`;
    return { type: 'investigation.end', outcome: 'inconclusive', reason };
  }

  #propose(nodes: readonly Node[], committed: readonly Node[]): Command {
    const random = this.#random;
    const parent = committed.length > 0 && random.chance(0.6) ? random.pick(committed).id : null;
    const round = parent === null ? 1 : Number(/\d+/.exec(parent)?.[0]) + 1;
    const taken = nodes.length > 0 && random.chance(0.1) ? random.pick(nodes).id : undefined;
    const ids = [taken ?? `R${round}.n${this.#made}`, ...(random.chance(0.4) ? [`R${round}.m${this.#made}`] : [])];
    const proposals = ids.map((id) => ({ id, parent, title: `t${this.#made}`, plannedAction: 'look' }));
    const withdraw = nodes.length > 0 && random.chance(0.1) ? [random.pick(nodes).id] : [];
    return { type: 'round.propose', nodes: proposals, withdraw };
  }

  #commit(nodes: readonly Node[]): Command {
    const random = this.#random;
    const { id: nodeId } = random.pick(nodes);
    const state = random.pick(['DRILL', 'VERIFY', 'DEAD']);
    const [first = ''] = agents;
    const named = this.#isRivalry ? first : random.chance(0.5) ? random.pick(agents) : undefined;
    const agent = named === undefined ? {} : { agentId: named };
    const findings = `f${this.#made}`;
    return { type: 'round.commit', results: [{ nodeId, state, findings, evidence: this.#evidence(), ...agent }] };
  }

  #reclassify(nodes: readonly Node[]): Command {
    const { id: nodeId } = this.#random.pick(nodes);
    const newState = this.#random.pick(['DRILL', 'VERIFY', 'DEAD']);
    return { type: 'node.reclassify', nodeId, newState, reason: `r${this.#made}`, evidence: this.#evidence() };
  }

  #evidence(): string {
    return `Run ${this.#made} printed what it should not print, twice over.`;
  }
}

interface Node {
  readonly id: string;
  isCommitted: boolean;
}

/** As far as callers have been told. */
function nodesOf(calls: readonly Call[]): Node[] {
  const nodes = new Map<string, Node>();
  for (const { command, answers } of calls) {
    if (answers[0]?.status !== 'OK') continue;
    if (command.type === 'round.propose')
      for (const { id } of command.nodes) nodes.set(id, nodes.get(id) ?? { id, isCommitted: false });
    if (command.type === 'round.commit')
      for (const { nodeId: id } of command.results) nodes.set(id, { id, isCommitted: true });
  }
  return [...nodes.values()];
}
