/**
 * An agent that plays an investigation against a real server. Its verbs expect to be accepted; `refused` has the same
 * verbs and expects a refusal that leaves everything as it was. Every reply is held to its wire names and its size.
 */
import assert from 'node:assert';
import type { ProctorClient, ToolReply } from './proctor-client.js';
import { accepts, EndRefusal, Refusal, type Accepted, type ToolName, type WireError } from './wire-shapes.js';

type Args = Record<string, unknown>;
type Send<Kind extends 'accepted' | 'refused'> = <T extends ToolName>(
  tool: T,
  args: Args,
) => Promise<Kind extends 'accepted' ? Accepted<T> : string[]>;

/** One result in short: its state, or whatever of it matters to the test. */
export type Told = string | ({ state: string } & Args);

/** Evidence nobody else gives: 50 characters or more, the node's own. */
export const evidenceFor = (id: string): string => `Ran the reproduction for ${id} and read its whole output twice.`;

const needEvidence = new Set(['DEAD', 'SPEC', 'VALID_PENDING', 'VALID']);
const evidenceIfNeeded = (id: string, state: string) => (needEvidence.has(state) ? { evidence: evidenceFor(id) } : {});

export const proposalOf = (id: string, parent: string | null) => ({
  id,
  parent,
  title: `Look at ${id}`,
  plannedAction: `Read what ${id} touches.`,
});

export function resultOf(nodeId: string, told: Told): Args {
  const given = typeof told === 'string' ? { state: told } : told;
  return { nodeId, findings: `Looked at ${nodeId}.`, ...evidenceIfNeeded(nodeId, given.state), ...given };
}

/** What an agent can do. Ids come in one string, separated by spaces. */
class Verbs<Kind extends 'accepted' | 'refused'> {
  constructor(protected readonly send: Send<Kind>) {}

  async propose(ids: string, parent: string | null, more: Args = {}) {
    const nodes = ids.split(' ').map((id) => proposalOf(id, parent));
    return this.send('tot_propose', { nodes, ...more });
  }

  async proposeAll(nodes: Readonly<Record<string, string | null>>, more: Args = {}) {
    const proposals = Object.entries(nodes).map(([id, parent]) => proposalOf(id, parent));
    return this.send('tot_propose', { nodes: proposals, ...more });
  }

  async withdraw(ids: string) {
    return this.send('tot_propose', { withdraw: ids.split(' ') });
  }

  async commit(results: Readonly<Record<string, Told>>, more: Args = {}) {
    return this.commitAll(
      Object.entries(results).map(([id, told]) => resultOf(id, told)),
      more,
    );
  }

  async commitAll(results: readonly Args[], more: Args = {}) {
    return this.send('tot_commit', { results, ...more });
  }

  async reclassify(nodeId: string, newState: string, more: Args = {}) {
    const usual = { reason: 'It looked different the second time.', ...evidenceIfNeeded(nodeId, newState) };
    return this.send('tot_reclassify', { nodeId, newState, ...usual, ...more });
  }

  async end(args: Args = {}) {
    return this.send('tot_end', args);
  }

  async giveUp(reason: string) {
    return this.send('tot_end', { outcome: 'inconclusive', reason });
  }
}

export class ScriptedAgent extends Verbs<'accepted'> {
  /** The same verbs, for calls that must be refused: gives `CODE subject` for each error. */
  readonly refused: Verbs<'refused'>;
  /** Every code seen, and the errors of the last refusal in full. */
  readonly codes = new Set<string>();
  readonly warnings = new Set<string>();
  errors: readonly WireError[] = [];
  /** Bytes of each reply, by tool. */
  readonly sizes: { tool: ToolName; bytes: number }[] = [];

  #signed = 0;

  private constructor(
    readonly proctor: ProctorClient,
    readonly started: Accepted<'tot_start'>,
  ) {
    super(async (tool, args) => this.accepted(tool, args));
    this.refused = new Verbs(async (tool, args) => this.refusal(tool, args));
  }

  static async start(proctor: ProctorClient, args: Args = {}): Promise<ScriptedAgent> {
    const reply = await proctor.call('tot_start', { query: 'Why does the cache return stale rows?', ...args });
    return new ScriptedAgent(proctor, parsed('tot_start', reply));
  }

  /** Where every node has an agent of its own, one that nobody else in the store has named. */
  signed(result: Args): Args {
    if (this.started.protocol !== 'single-root' || 'agentId' in result) return result;
    this.#signed += 1;
    return { ...result, agentId: `agent-${this.#signed}-of-${this.sessionId}` };
  }

  override async commitAll(results: readonly Args[], more: Args = {}) {
    return super.commitAll(
      results.map((result) => this.signed(result)),
      more,
    );
  }

  get sessionId(): string {
    return this.started.sessionId;
  }

  /** The same session through another process. */
  through(proctor: ProctorClient): ScriptedAgent {
    return new ScriptedAgent(proctor, this.started);
  }

  async status(args: Args = {}): Promise<Accepted<'tot_status'>> {
    return this.accepted('tot_status', args);
  }

  /** Everything known of one node, as the server tells it. */
  async node(nodeId: string): Promise<Record<string, unknown>> {
    const { text } = await this.call('tot_status', { nodeId });
    return (JSON.parse(text) as { node: Record<string, unknown> }).node;
  }

  /** States of the nodes named, in that order. */
  async states(ids: string): Promise<string[]> {
    const { text } = await this.call('tot_status', { graph: 'outline' });
    const { graph } = JSON.parse(text) as { graph: string };
    const lines = graph.split('\n').map((line) => line.trim().split(' '));
    return ids.split(' ').map((id) => lines.find(([name]) => name === id)?.[1] ?? 'missing');
  }

  /** Proposes and commits in one go, for trees a test starts from: one state for all, or one for each. */
  async plant(ids: string, parent: string | null, states: string): Promise<Accepted<'tot_commit'>> {
    const names = ids.split(' ');
    const wanted = states.split(' ');
    for (let start = 0; start < names.length; start += 5)
      await this.propose(names.slice(start, start + 5).join(' '), parent);
    return this.commit(Object.fromEntries(names.map((id, at) => [id, wanted[at] ?? wanted[0] ?? ''])));
  }

  /** A line of single children, `R1.A` to the last state's round. */
  async chain(states: string, suffix = 'A'): Promise<void> {
    let parent: string | null = null;
    for (const [index, state] of states.split(' ').entries()) {
      const id = `R${index + 1}.${suffix}`;
      await this.plant(id, parent, state);
      parent = id;
    }
  }

  async call(tool: string, args: Args): Promise<ToolReply> {
    return this.proctor.call(tool, { sessionId: this.sessionId, ...args });
  }

  private async accepted<T extends ToolName>(tool: T, args: Args): Promise<Accepted<T>> {
    const reply = await this.call(tool, args);
    const data = parsed(tool, reply);
    this.sizes.push({ tool, bytes: sizeChecked(tool, args, reply) });
    for (const { warning } of data.warnings ?? []) this.warnings.add(warning);
    return data;
  }

  private async refusal(tool: ToolName, args: Args): Promise<string[]> {
    const before = await this.everything();
    const reply = await this.call(tool, args);
    assert(reply.isError, `${tool} was not refused: ${reply.text}`);
    const { errors, head } = Refusal.parse(reply.data);
    if (tool === 'tot_end' && head !== undefined) EndRefusal.parse(reply.data);
    assert(head ?? errors.every(({ error }) => headless.has(error)), `${tool} is refused without a head`);
    assert.deepStrictEqual(JSON.parse(reply.text), reply.data, 'the text says something else than the content');
    sizeChecked(tool, args, reply);
    assert.deepStrictEqual(await this.everything(), before, `${tool} was refused and changed something`);
    this.errors = errors;
    for (const { error } of errors) this.codes.add(error);
    return errors.map(({ error, nodeId }) => `${error} ${nodeId}`);
  }

  /** What a refusal may not change: all the server tells, but for the head, which the refusal's own record moves. */
  private async everything(): Promise<unknown> {
    const { text } = await this.call('tot_status', { detail: 'full', graph: 'outline' });
    const { head: _head, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return rest;
  }
}

/** Refused before any session was opened, so there is no head to tell. */
const headless = new Set(['SESSION_NOT_FOUND', 'INVALID_INPUT']);

const sizes: Readonly<Record<ToolName, number>> = {
  tot_start: 4096,
  tot_propose: 4096,
  tot_commit: 4096,
  tot_reclassify: 4096,
  tot_status: 4096,
  tot_end: 20 * 1024,
};

/** A reply that carries a graph or a page may be larger. */
function sizeChecked(tool: ToolName, { graph, detail }: Args, { text }: ToolReply): number {
  const bytes = Buffer.byteLength(text);
  const max = graph === undefined && detail === undefined ? sizes[tool] : 20 * 1024;
  assert(bytes <= max, `${tool} answers with ${bytes} bytes, at most ${max}`);
  return bytes;
}

function parsed<T extends ToolName>(tool: T, reply: ToolReply): Accepted<T> {
  assert(!reply.isError, `${tool} was refused: ${reply.text}`);
  assert.deepStrictEqual(JSON.parse(reply.text), reply.data, 'the text says something else than the content');
  return accepts[tool].parse(reply.data) as Accepted<T>;
}
