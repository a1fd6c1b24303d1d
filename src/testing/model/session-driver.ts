/**
 * Carries out the steps of a session through MCP: paths over its chart, every request where its investigation has ended
 * or there is none, and every tree of the table asked to end.
 */
import assert from 'node:assert';
import { randomUUID } from 'node:crypto';
import { getShortestPaths } from '@xstate/graph';
import { createActor } from 'xstate';
import type { Charts } from '../../../machines/charts.js';
import { ticketActorId, type SessionEvent } from '../../../machines/session.machine.js';
import { endable } from '../breaches.js';
import type { ProctorClient } from '../proctor-client.js';
import { proposalOf, resultOf, ScriptedAgent } from '../scripted-agent.js';
import { beginFigures, gateOf } from '../ticket-samples.js';
import type { ChartCoverage } from './coverage.js';
import { solved, type Ending } from './session-table.js';

const honest = 'Nothing more can be found out without access to the machine.';
const nodes = [{ id: 'R1.A', parent: null, depth: 1, confirms: null }];
const tickets = [{ ticketId: 'T-1', limits: gateOf().limits }];

/** Written by hand: what a session does on each request, by its state. All others are refused there, by one code. */
const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  empty: { 'investigation.start': 'investigating', 'tickets.open': 'tickets' },
  tickets: { 'tickets.open': 'tickets', 'ticket.event': 'tickets' },
  investigating: {
    'round.propose': 'investigating',
    'round.withdraw': 'investigating',
    'round.count': 'investigating',
    'node.event': 'investigating',
    'investigation.end': 'ended',
    'investigation.giveUp': 'ended',
    'tickets.open': 'investigating',
    'ticket.event': 'investigating',
  },
  ended: { 'tickets.open': 'ended', 'ticket.event': 'ended' },
};
const refusal: Readonly<Record<string, string>> = { tickets: 'NO_INVESTIGATION', ended: 'SESSION_ENDED' };

const events: SessionEvent[] = [
  { type: 'investigation.start' },
  { type: 'round.propose', round: 1, nodes },
  { type: 'round.withdraw', round: 1, ids: ['R1.A'], uncommitted: 1 },
  { type: 'round.count', round: 1, uncommitted: 1, figures: null },
  { type: 'node.event', round: 1, nodeId: 'R1.A', event: { type: 'commit.DRILL' } },
  { type: 'investigation.end', figures: endable() },
  { type: 'investigation.giveUp', reason: honest },
  { type: 'tickets.open', tickets },
  { type: 'ticket.event', ticketId: 'T-1', event: { type: 'gate.begin', ...beginFigures() } },
];

/** A round is told of things only once it is there, a ticket too, and only a grown tree can end. */
const needsRound = (type: string) => type !== 'round.propose' && /^(round|node)\.|investigation\.end/.test(type);

export interface SessionPath {
  readonly steps: readonly { readonly type: string; readonly state: string }[];
}

export function sessionPaths({ session }: Charts): SessionPath[] {
  const input = { sessionId: 's-00000000000000000000' };
  const fromState = createActor(session, { input }).getSnapshot();
  const hasTicket = ({ children }: typeof fromState) => children[ticketActorId('T-1')] !== undefined;
  const paths = getShortestPaths(session, {
    fromState,
    input,
    events: (state) =>
      events
        .filter(({ type }) => state.context.rounds > 0 || !needsRound(type))
        .filter(({ type }) => hasTicket(state) || type !== 'ticket.event')
        .filter((event) => state.can(event)),
    serializeState: (state, event, before) =>
      `${state.value} ${Math.min(state.context.rounds, 1)} ${hasTicket(state)} by ${event?.type} from ${before?.value}`,
  });
  return paths.map(({ steps }) => ({
    steps: steps.slice(1).map(({ event, state }) => ({ type: event.type, state: state.value })),
  }));
}

/** Walks one path; where an investigation is over, or there is none, everything else that can be asked of it is refused. */
export async function walkSession(
  proctor: ProctorClient,
  projectDir: string,
  path: SessionPath,
  coverage: ChartCoverage,
): Promise<string[]> {
  const asker = new SessionAsker(proctor, projectDir);
  // Before its first record a session is nothing that could be asked.
  let from = 'empty';
  coverage.inState(from);
  for (const { type, state } of path.steps) {
    assert.strictEqual(state, table[from]?.[type], `the chart takes ${type} elsewhere than the table`);
    await asker.ask(type);
    assert.strictEqual(await asker.phase(), state, `the session after ${type}`);
    coverage.took(from, type, state);
    from = state;
  }
  const code = refusal[from];
  if (code === undefined) return [];
  await asker.refuseAll(code);
  return [code];
}

export async function walkEnding(proctor: ProctorClient, ending: Ending, coverage: ChartCoverage): Promise<string[]> {
  const { protocol = 'multi-gate', minRoots = 1, tells } = ending;
  const agent = await ScriptedAgent.start(proctor, { protocol, minRoots });
  await ending.grow(agent);
  const { blockers, canEnd } = await agent.status();
  if ('outcome' in tells) {
    assert(canEnd, `${ending.name} cannot end: ${JSON.stringify(blockers)}`);
    assert.strictEqual((await agent.end()).outcome, tells.outcome, ending.name);
    coverage.took('investigating', 'investigation.end', 'ended');
    await new SessionAsker(proctor, '', agent).refuseAll('SESSION_ENDED');
    return ['SESSION_ENDED'];
  }
  const told = (await agent.refused.end()).map((each) => each.split(' ')[0] ?? '');
  assert.deepStrictEqual(told.toSorted(), tells.toSorted(), ending.name);
  assert.deepStrictEqual(
    blockers.map(({ error }) => error).toSorted(),
    told.toSorted(),
    'the status tells other blockers',
  );
  coverage.refused('investigating', 'investigation.end', told);
  return told;
}

/** Giving up: one character short of a reason is refused, the whole of it ends even a session with nothing in it. */
export async function walkGivingUp(proctor: ProctorClient, coverage: ChartCoverage): Promise<string[]> {
  const agent = await ScriptedAgent.start(proctor, { minRoots: 5 });
  const told = (await agent.refused.giveUp('x'.repeat(49))).map((each) => each.split(' ')[0] ?? '');
  assert.deepStrictEqual(told, ['REASON_TOO_SHORT']);
  coverage.refused('investigating', 'investigation.giveUp', told);
  assert.strictEqual((await agent.giveUp('x'.repeat(50))).outcome, 'inconclusive');
  coverage.took('investigating', 'investigation.giveUp', 'ended');
  return told;
}

class SessionAsker {
  #names = 0;
  #tickets = 0;
  #ticketSession = '';

  constructor(
    readonly proctor: ProctorClient,
    readonly projectDir: string,
    private known?: ScriptedAgent,
  ) {}

  get #agent(): ScriptedAgent {
    return this.known ?? assert.fail('there is no investigation');
  }

  get #sessionId(): string {
    return this.known?.sessionId ?? this.#ticketSession;
  }

  async phase(): Promise<unknown> {
    const { data } = await this.proctor.call('tot_status', { sessionId: this.#sessionId });
    return (data as { phase: unknown }).phase;
  }

  async ask(type: string): Promise<unknown> {
    if (type === 'investigation.start') return this.#begin();
    if (type === 'tickets.open') return this.#openTicket();
    if (type === 'ticket.event') return this.#startTicket();
    if (type === 'investigation.giveUp') return this.#agent.giveUp(honest);
    if (type === 'investigation.end') return this.#end();
    const id = `R1.N${(this.#names += 1)}`;
    await this.#agent.propose(id, null);
    if (type === 'round.propose') return undefined;
    if (type === 'round.withdraw') return this.#agent.withdraw(id);
    await this.#agent.commit({ [id]: 'DRILL' });
    return type === 'node.event' ? this.#agent.reclassify(id, 'VERIFY') : undefined;
  }

  async #begin(): Promise<void> {
    this.known = await ScriptedAgent.start(this.proctor, { minRoots: 1, projectDir: this.projectDir });
  }

  async #openTicket(): Promise<void> {
    const title = `Ticket ${(this.#tickets += 1)}`;
    // All sessions of the table share a tree.
    const files = [`src/${randomUUID()}/**`];
    const contract = { title, action: 'Do it.', files, verify: 'node check.mjs', done: ['It does what was asked'] };
    const where = this.#sessionId === '' ? { projectDir: this.projectDir } : { sessionId: this.#sessionId };
    const { isError, data, text } = await this.proctor.call('ticket_open', { ...where, tickets: [contract] });
    assert(!isError, text);
    if (!this.known) this.#ticketSession = (data as { sessionId: string }).sessionId;
  }

  /** Another one each time, because a ticket starts once. */
  async #startTicket(): Promise<void> {
    const ticketId = `T-${this.#tickets}`;
    const { isError, text } = await this.proctor.call('ticket_start', { sessionId: this.#sessionId, ticketId });
    assert(!isError, text);
    await this.#openTicket();
  }

  /** What the steps before left open is taken back; the tree of the table stands beside it. */
  async #end(): Promise<unknown> {
    if (this.#names > 0) await this.#agent.withdraw(`R1.N${this.#names}`);
    await solved(this.#agent);
    return this.#agent.end();
  }

  async refuseAll(code: string): Promise<void> {
    const before = await this.phase();
    const requests: [tool: string, args: object][] = [
      ['tot_propose', { nodes: [proposalOf('R1.Z', null)] }],
      ['tot_propose', { withdraw: ['R1.Z'] }],
      ['tot_commit', { results: [resultOf('R1.A', 'DRILL')] }],
      ['tot_reclassify', { nodeId: 'R1.A', newState: 'VERIFY', reason: 'It looked different.' }],
      ['tot_end', {}],
      ['tot_end', { outcome: 'inconclusive', reason: honest }],
      ['tot_end', { outcome: 'inconclusive', reason: 'short' }],
      ['tot_commit', { results: [resultOf('R1.A', 'NONSENSE')] }],
      ['tot_propose', { nodes: [proposalOf('nonsense', 'R9.Q')] }],
    ];
    for (const [tool, args] of requests) {
      const { codes } = await this.proctor.call(tool, { sessionId: this.#sessionId, ...args });
      assert.deepStrictEqual(codes, [code], `${tool} ${JSON.stringify(args)} in a session that is ${String(before)}`);
    }
    assert.strictEqual(await this.phase(), before);
  }
}
