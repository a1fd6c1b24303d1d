/**
 * Carries out the steps of a session through MCP: paths over its chart, every request where it has ended, and every tree
 * of the table asked to end.
 */
import assert from 'node:assert';
import { getShortestPaths } from '@xstate/graph';
import { createActor } from 'xstate';
import type { Charts } from '../../../machines/charts.js';
import type { SessionEvent } from '../../../machines/session.machine.js';
import { endable } from '../breaches.js';
import type { ProctorClient } from '../proctor-client.js';
import { proposalOf, resultOf, ScriptedAgent } from '../scripted-agent.js';
import type { ChartCoverage } from './coverage.js';
import { solved, type Ending } from './session-table.js';

const honest = 'Nothing more can be found out without access to the machine.';
const nodes = [{ id: 'R1.A', parent: null, depth: 1, confirms: null }];

/** Written by hand: what a session does on each request while it is open. Once ended it refuses them all. */
const whileOpen: Readonly<Record<string, string>> = {
  'round.propose': 'investigating',
  'round.withdraw': 'investigating',
  'round.count': 'investigating',
  'node.event': 'investigating',
  'investigation.end': 'ended',
  'investigation.giveUp': 'ended',
};

const events: SessionEvent[] = [
  { type: 'round.propose', round: 1, nodes },
  { type: 'round.withdraw', round: 1, ids: ['R1.A'], uncommitted: 1 },
  { type: 'round.count', round: 1, uncommitted: 1, figures: null },
  { type: 'node.event', round: 1, nodeId: 'R1.A', event: { type: 'commit.DRILL' } },
  { type: 'investigation.end', figures: endable() },
  { type: 'investigation.giveUp', reason: honest },
];

/** A round is told of things only once it is there, and only a grown tree can end. */
const needsRound = (type: string) => type !== 'round.propose' && type !== 'investigation.giveUp';

export interface SessionPath {
  readonly steps: readonly { readonly type: string; readonly state: string }[];
}

export function sessionPaths({ session }: Charts): SessionPath[] {
  const fromState = createActor(session, { input: { sessionId: 's-00000000000000000000' } }).getSnapshot();
  const paths = getShortestPaths(session, {
    fromState,
    input: { sessionId: 's-00000000000000000000' },
    events: (state) =>
      events.filter((event) => (state.context.rounds > 0 || !needsRound(event.type)) && state.can(event)),
    serializeState: (state, event, before) =>
      `${state.value} ${Math.min(state.context.rounds, 1)} by ${event?.type} from ${before?.context.rounds}`,
  });
  return paths.map(({ steps }) => ({
    steps: steps.slice(1).map(({ event, state }) => ({ type: event.type, state: state.value })),
  }));
}

/** Walks one path; where it ends the session, everything else that can be asked is refused. */
export async function walkSession(proctor: ProctorClient, path: SessionPath, coverage: ChartCoverage): Promise<void> {
  const agent = await ScriptedAgent.start(proctor, { minRoots: 1 });
  const asker = new SessionAsker(agent);
  let from = 'investigating';
  coverage.inState(from);
  for (const { type, state } of path.steps) {
    assert.strictEqual(state, whileOpen[type], `the chart takes ${type} elsewhere than the table`);
    await asker.ask(type);
    const { phase } = await agent.status();
    assert.strictEqual(phase, state, `the session after ${type}`);
    coverage.took(from, type, state);
    from = state;
  }
  if (from === 'ended') await asker.refuseAll();
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
    await new SessionAsker(agent).refuseAll();
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

  constructor(readonly agent: ScriptedAgent) {}

  async ask(type: string): Promise<unknown> {
    if (type === 'investigation.giveUp') return this.agent.giveUp(honest);
    if (type === 'investigation.end') return this.#end();
    const id = `R1.N${(this.#names += 1)}`;
    await this.agent.propose(id, null);
    if (type === 'round.propose') return undefined;
    if (type === 'round.withdraw') return this.agent.withdraw(id);
    await this.agent.commit({ [id]: 'DRILL' });
    return type === 'node.event' ? this.agent.reclassify(id, 'VERIFY') : undefined;
  }

  /** What the steps before left open is taken back; the tree of the table stands beside it. */
  async #end(): Promise<unknown> {
    if (this.#names > 0) await this.agent.withdraw(`R1.N${this.#names}`);
    await solved(this.agent);
    return this.agent.end();
  }

  async refuseAll(): Promise<void> {
    const { refused } = this.agent;
    const told = [
      await refused.propose('R1.Z', null),
      await refused.withdraw('R1.Z'),
      await refused.commit({ 'R1.A': 'DRILL' }),
      await refused.reclassify('R1.A', 'VERIFY'),
      await refused.end(),
      await refused.giveUp(honest),
      await refused.giveUp('short'),
      await refused.commitAll([resultOf('R1.A', 'NONSENSE')]),
      await refused.proposeAll({}, { nodes: [proposalOf('nonsense', 'R9.Q')] }),
    ];
    for (const each of told) assert.deepStrictEqual(each, ['SESSION_ENDED SESSION'], 'an ended session');
    assert.strictEqual((await this.agent.status())['phase'], 'ended');
  }
}
