/**
 * Carries out the steps of a node through MCP: builds what stands around the node, sends the call, and holds the answer
 * and the node to the table after every step.
 */
import assert from 'node:assert';
import type { ToolReply } from '../proctor-client.js';
import { evidenceFor, proposalOf, resultOf, type ScriptedAgent } from '../scripted-agent.js';
import { accepts, Refusal } from '../wire-shapes.js';
import type { Situation } from './node-model.js';
import {
  expected,
  shown,
  withoutEvidence,
  withoutReason,
  type Circumstances,
  type Expected,
  type NodeTable,
} from './node-table.js';

/** The suffix of the line of parents above the node: the only root there may be has its own. */
const lineOf = ({ onlyRoot }: NodeTable): string => onlyRoot?.split('.')[1] ?? 'P';

export class NodeDriver {
  readonly #id: string;
  readonly #parent: string | null;
  #state = 'PROPOSED';
  #hasChildren = false;
  #claims = 0;
  /** How the claim fares that this node was proposed to confirm. */
  #claimant: string;
  #confirmers: string[] = [];
  /** The confirmer proposed once the claim was confirmed, until it is committed. */
  #late: string | undefined;
  #names = 0;

  private constructor(
    readonly agent: ScriptedAgent,
    readonly table: NodeTable,
    readonly situation: Situation,
  ) {
    const { depth } = situation;
    this.#id = depth === 1 ? (table.onlyRoot ?? 'R1.S') : `R${depth}.S`;
    this.#parent = depth === 1 ? null : `R${depth - 1}.${lineOf(table)}`;
    this.#claimant = table.claim.waiting;
  }

  /** A line of single parents, so that no round has enough nodes for a ratio, and the node below them. */
  static async create(agent: ScriptedAgent, table: NodeTable, situation: Situation): Promise<NodeDriver> {
    const driver = new NodeDriver(agent, table, situation);
    const above = Array.from({ length: situation.depth - 1 }, () => table.open);
    if (situation.isConfirmer) above[above.length - 1] = shown(table.claim.waiting);
    if (above.length > 0) await agent.chain(above.join(' '), lineOf(table));
    await agent.propose(driver.#id, driver.#parent);
    await driver.#check();
    return driver;
  }

  get circumstances(): Circumstances {
    return {
      state: this.#state,
      round: this.situation.depth,
      isConfirmer: this.situation.isConfirmer,
      hasChildren: this.#hasChildren,
      claims: this.#claims,
      parentIsTerminal: this.situation.isConfirmer && this.table.terminal.includes(this.#claimant),
    };
  }

  expects(request: string): Expected {
    return expected(this.table, this.circumstances, request);
  }

  /** Takes a step the table allows; gives the state it led to. */
  async take(request: string): Promise<string> {
    const answer = this.expects(request);
    assert('to' in answer, `the chart takes ${request} where the table refuses it with ${JSON.stringify(answer)}`);
    if (request === 'confirm') await this.#confirm();
    else if (request === 'refute') await this.#refute();
    else if (request === 'reopen') await this.agent.reclassify(this.#confirmers[0] ?? '', this.table.claim.fallen);
    else if (request === 'ask again') [this.#late] = await this.#proposeConfirmers(1);
    else await this.#acceptedCall(request, answer.to);
    this.#moveTo(answer.to, request);
    await this.#check();
    return answer.to;
  }

  /** Sends what the table refuses; gives the codes, which are the table's. */
  async beRefused(request: string, codes: readonly string[]): Promise<string[]> {
    const reply = await this.#call(request);
    const where = `${request} in ${JSON.stringify(this.circumstances)}`;
    assert(reply.isError, `${where} was accepted`);
    assert.strictEqual(Refusal.parse(reply.data).status, 'REJECTED', where);
    assert.deepStrictEqual(reply.codes.toSorted(), codes.toSorted(), where);
    return reply.codes;
  }

  /** All the server tells of the session, but for the head, which a refusal's own record moves. */
  async everything(): Promise<unknown> {
    const { text } = await this.agent.call('tot_status', { detail: 'full' });
    const { head: _head, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return rest;
  }

  async #acceptedCall(request: string, to: string): Promise<void> {
    const reply = await this.#call(request);
    assert(!reply.isError, `${request} in ${JSON.stringify(this.circumstances)} was refused: ${reply.text}`);
    if (request.startsWith('propose')) return;
    const tool = request.startsWith('commit') ? 'tot_commit' : 'tot_reclassify';
    const [first] = accepts[tool].parse(reply.data).changed;
    const { nodeId, from, to: reached } = first ?? {};
    assert.deepStrictEqual(
      [nodeId, from, reached],
      [this.#id, shown(this.#state), shown(to)],
      `${request} changed something else`,
    );
  }

  #moveTo(to: string, request: string): void {
    const { waiting, held, fallen, says } = this.table.claim;
    if (to === waiting && request !== 'reopen' && request !== 'ask again') {
      this.#claims += 1;
      this.#confirmers = [];
      this.#late = undefined;
    }
    if (request === 'propose child' || request === 'confirm' || request === 'refute') this.#hasChildren = true;
    this.#state = to;
    // One DEAD brings the claim down for good; else it is worth what its only confirmer says.
    if (this.#claimant === fallen) return;
    if (to === 'DEAD') this.#claimant = fallen;
    else this.#claimant = says.includes(to) ? held : waiting;
  }

  async #check(): Promise<void> {
    assert.strictEqual(await this.#stateOf(this.#id), this.#state, `${this.#id} is not what the table says`);
    if (!this.situation.isConfirmer || this.#parent === null) return;
    const above = await this.#stateOf(this.#parent);
    assert.strictEqual(above, this.#claimant, `the claim above a confirmer that is ${this.#state}`);
  }

  /** As the table words it: the halves of FOUND differ by how its last claim fares. */
  async #stateOf(id: string): Promise<string> {
    const { state, claims } = await this.agent.node(id);
    if (state !== 'FOUND') return String(state);
    return (claims as { outcome: string }[]).at(-1)?.outcome === 'confirmed' ? 'verified' : 'claimed';
  }

  /** Both must say yes, one after the other; one that was reopened needs a confirmed claim of its own. */
  async #confirm(): Promise<void> {
    const { yes, again } = this.table.claim;
    if (await this.#commitLate(yes)) return;
    const [reopened] = this.#confirmers;
    if (reopened === undefined) {
      this.#confirmers = await this.#proposeConfirmers(2);
      const [first = '', second = ''] = this.#confirmers;
      await this.agent.commit({ [first]: yes });
      await this.#check();
      await this.agent.commit({ [second]: yes });
      return;
    }
    for (const state of again) await this.agent.reclassify(reopened, state);
    await this.#check();
    const below = `R${this.situation.depth + 2}.${this.#name()}`;
    await this.agent.plant(below, reopened, yes);
  }

  /** One DEAD is enough, while another is still open; a reopened one may be the one that died. */
  async #refute(): Promise<void> {
    if (await this.#commitLate('DEAD')) return;
    const [reopened] = this.#confirmers;
    if (reopened !== undefined) {
      await this.agent.reclassify(reopened, 'DEAD');
      return;
    }
    const [first = '', second = ''] = await this.#proposeConfirmers(2);
    await this.agent.commit({ [first]: this.table.open });
    await this.#check();
    await this.agent.commit({ [second]: 'DEAD' });
  }

  /** Whoever was asked last decides, where somebody was. */
  async #commitLate(state: string): Promise<boolean> {
    const late = this.#late;
    this.#late = undefined;
    if (late !== undefined) await this.agent.commit({ [late]: state });
    return late !== undefined;
  }

  async #proposeConfirmers(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => `R${this.situation.depth + 1}.${this.#name()}`);
    await this.agent.propose(ids.join(' '), this.#id);
    return ids;
  }

  #name(): string {
    this.#names += 1;
    return `N${this.#names}`;
  }

  async #call(request: string): Promise<ToolReply> {
    const id = this.#id;
    if (request === 'withdraw') return this.agent.call('tot_propose', { withdraw: [id] });
    if (request === 'propose again') return this.agent.call('tot_propose', { nodes: [proposalOf(id, this.#parent)] });
    if (request === 'propose child') {
      const child = proposalOf(`R${this.situation.depth + 1}.${this.#name()}`, id);
      return this.agent.call('tot_propose', { nodes: [child] });
    }
    const [verb, state = ''] = request.split(' ');
    const evidence = request.endsWith(withoutEvidence) ? 'Not fifty characters.' : evidenceFor(id);
    if (verb === 'commit')
      return this.agent.call('tot_commit', { results: [this.agent.signed({ ...resultOf(id, state), evidence })] });
    const reason = request.endsWith(withoutReason) ? ' ' : 'It looked different the second time.';
    return this.agent.call('tot_reclassify', { nodeId: id, newState: state, reason, evidence });
  }
}
