/**
 * Carries out the steps of a round through MCP. Round 2 is the one looked at: 20 nodes of it are committed beforehand,
 * seven of them dead, which is exactly its ratio. Its state is what the journal says of its actor.
 */
import assert from 'node:assert';
import { getShortestPaths } from '@xstate/graph';
import { createActor } from 'xstate';
import type { Charts } from '../../../machines/charts.js';
import type { RoundEvent } from '../../../machines/round.machine.js';
import type { ProctorClient } from '../proctor-client.js';
import { ScriptedAgent } from '../scripted-agent.js';
import type { ChartCoverage } from './coverage.js';

const within = { round: 2, counted: 20, concluded: 7, dead: 7 };
const nodes = [{ id: 'R2.A', parent: 'R1.A', depth: 2, confirms: null }];
const count = (uncommitted: number, figures: typeof within | null) =>
  ({ type: 'round.count', round: 2, uncommitted, figures }) as const;

interface Request {
  readonly event: RoundEvent;
  /** Written by hand from the spec; absent where it cannot be asked. */
  readonly open?: 'open' | 'complete';
  readonly complete?: 'open' | 'complete';
}

const requests: Readonly<Record<string, Request>> = {
  'propose another': { event: { type: 'round.propose', round: 2, nodes }, open: 'open', complete: 'open' },
  'withdraw one of two': { event: { type: 'round.withdraw', round: 2, ids: ['R2.A'], uncommitted: 1 }, open: 'open' },
  'withdraw the last': { event: { type: 'round.withdraw', round: 2, ids: ['R2.A'], uncommitted: 0 }, open: 'complete' },
  'commit one of two': { event: count(1, null), open: 'open' },
  'commit the last': { event: count(0, null), open: 'complete' },
  'conclude one of two': { event: count(1, within), open: 'open' },
  'conclude the last': { event: count(0, within), open: 'complete' },
  'conclude a committed one': { event: count(0, within), complete: 'complete' },
  'change a committed one': {
    event: { type: 'node.event', round: 2, nodeId: 'R2.B', event: { type: 'commit.DRILL' } },
    open: 'open',
    complete: 'complete',
  },
};

export interface RoundPath {
  readonly steps: readonly { readonly request: string; readonly state: string }[];
}

export function roundPaths({ round }: Charts): RoundPath[] {
  const actor = createActor(round, { input: { round: 2 } }).start();
  // Another one, which is there to be told things when the first is taken back.
  actor.send({ type: 'round.propose', round: 2, nodes: nodes.map((node) => ({ ...node, id: 'R2.B' })) });
  const named = (event: unknown, from: string) =>
    Object.keys(requests).find((name) => requests[name]?.event === event && asked(name, from)) ?? '';
  const asked = (name: string, from: string) => requests[name]?.[from as 'open' | 'complete'] !== undefined;
  const paths = getShortestPaths(round, {
    fromState: actor.getSnapshot(),
    input: { round: 2 },
    events: (state) =>
      Object.keys(requests).flatMap((name) => {
        const event = requests[name]?.event;
        return event && asked(name, state.value) && state.can(event) ? [event] : [];
      }),
    serializeState: (state, event, before) =>
      `${state.value} by ${JSON.stringify(event)} from ${String(before?.value)}`,
  });
  return paths.map(({ steps }) => ({
    steps: steps.slice(1).map(({ event, state }, at) => ({
      request: named(event, String(steps[at]?.state.value)),
      state: state.value,
    })),
  }));
}

/** Gives the codes it met. */
export async function walkRound(proctor: ProctorClient, path: RoundPath, coverage: ChartCoverage): Promise<string[]> {
  const round = await RoundDriver.create(proctor);
  let from = 'open';
  coverage.inState(await round.state());
  await round.exceed(coverage);
  for (const { request, state } of path.steps) {
    const told = requests[request];
    assert.strictEqual(
      state,
      told?.[from as 'open' | 'complete'],
      `the chart takes ${request} elsewhere than the table`,
    );
    await round.ask(request);
    assert.strictEqual(await round.state(), state, `round 2 after ${request}`);
    coverage.took(from, told?.event.type ?? '', state);
    from = state;
  }
  await round.exceed(coverage);
  return round.codes;
}

class RoundDriver {
  #dead = Array.from({ length: 7 }, (_, index) => `R2.D${index}`);
  #drill = Array.from({ length: 13 }, (_, index) => `R2.K${index}`);
  #open: string[] = [];
  #names = 0;
  codes: string[] = [];

  private constructor(
    readonly proctor: ProctorClient,
    readonly agent: ScriptedAgent,
  ) {}

  static async create(proctor: ProctorClient): Promise<RoundDriver> {
    const driver = new RoundDriver(proctor, await ScriptedAgent.start(proctor, { minRoots: 1 }));
    await driver.agent.plant('R1.A', null, 'DRILL');
    const states = [...driver.#dead.map(() => 'DEAD'), ...driver.#drill.map(() => 'DRILL')];
    await driver.agent.plant([...driver.#dead, ...driver.#drill].join(' '), 'R1.A', states.join(' '));
    await driver.#propose();
    return driver;
  }

  /** The last state the journal gives round 2, which is complete when nothing proposed is left. */
  async state(): Promise<string> {
    const uri = `session://${this.agent.sessionId}/journal`;
    const { contents } = await this.proctor.client.readResource({ uri });
    const lines = (contents[0] as { text: string }).text.split('\n');
    const records = lines.map((line) => JSON.parse(line) as { moves?: { actor: string; to: string }[] });
    const moves = records.flatMap(({ moves: each = [] }) => each).filter(({ actor }) => actor === 'round:2');
    const state = moves.at(-1)?.to ?? 'none';
    const { pendingProposals } = await this.agent.status();
    assert.strictEqual(state, pendingProposals === 0 ? 'complete' : 'open', 'the journal and the status disagree');
    return state;
  }

  async ask(request: string): Promise<void> {
    if (request === 'propose another') return this.#propose();
    if (request === 'conclude a committed one') return this.#concludeCommitted();
    if (request === 'change a committed one') {
      await this.agent.reclassify(this.#drill[0] ?? '', 'VERIFY');
      await this.agent.reclassify(this.#drill[0] ?? '', 'DRILL');
      return;
    }
    if (request.endsWith('the last')) while (this.#open.length > 1) await this.agent.withdraw(this.#open.pop() ?? '');
    else if (this.#open.length < 2) await this.#propose();
    const id = this.#open.pop() ?? '';
    if (request.startsWith('withdraw')) await this.agent.withdraw(id);
    else if (request.startsWith('conclude')) await this.#conclude(id);
    else {
      await this.agent.commit({ [id]: 'DRILL' });
      this.#drill.push(id);
    }
  }

  /** One more than the ratio allows, by commit where something is open and by reclassification. */
  async exceed(coverage: ChartCoverage): Promise<void> {
    const from = await this.state();
    while ((this.#dead.length + 1) / this.#counted <= 0.35) await this.#kill();
    const told = await this.agent.refused.reclassify(this.#drill[0] ?? '', 'DEAD');
    const open = this.#open[0];
    if (open !== undefined) told.push(...(await this.agent.refused.commit({ [open]: 'DEAD' })));
    assert(
      told.every((each) => each === 'TERMINAL_RATIO_EXCEEDED BATCH'),
      `round 2 beyond its ratio: ${told.join()}`,
    );
    assert.strictEqual(await this.state(), from, 'a refusal moved the round');
    this.codes = [...this.agent.codes];
    coverage.refused(from, 'round.count', this.codes);
  }

  get #counted(): number {
    return this.#dead.length + this.#drill.length + this.#open.length;
  }

  async #propose(): Promise<void> {
    const id = `R2.N${(this.#names += 1)}`;
    await this.agent.propose(id, 'R1.A');
    this.#open.push(id);
  }

  /** One grave is opened first, so that there is room for another. */
  async #conclude(id: string): Promise<void> {
    await this.#reopen();
    await this.agent.commit({ [id]: 'DEAD' });
    this.#dead.push(id);
  }

  async #concludeCommitted(): Promise<void> {
    await this.#reopen();
    await this.#kill();
  }

  async #kill(): Promise<void> {
    const id = this.#drill.pop() ?? '';
    await this.agent.reclassify(id, 'DEAD');
    this.#dead.push(id);
  }

  async #reopen(): Promise<void> {
    const id = this.#dead.pop() ?? '';
    await this.agent.reclassify(id, 'DRILL');
    this.#drill.unshift(id);
  }
}
