/** What no path of a single ticket comes to: starts that others stand in the way of, circles, runs whose time is over. */
import assert from 'node:assert';
import type { ChartCoverage } from './coverage.js';
import { until, type TicketBench } from './ticket-bench.js';
import { solo, TicketScene } from './ticket-scene.js';
import { codesOf } from './ticket-shapes.js';

export interface Scenario {
  readonly name: string;
  /** Gives the codes it met; each was told where the scenario says. */
  readonly play: (bench: TicketBench, covers: ChartCoverage) => Promise<readonly string[]>;
}

const note = 'Looked at it.';

/** Three failures, one after the other, use up a ticket's retries. */
async function useUp(scene: TicketScene, ticketId: string): Promise<void> {
  for (let count = 0; count < 3; count += 1) assert.deepStrictEqual(await scene.fail(ticketId), []);
  assert.strictEqual(await scene.gate(ticketId), 'ESCALATED(EXECUTION_FAILURE)');
}

const hindered: Scenario = {
  name: 'a start that everything stands in the way of',
  async play(bench, covers) {
    const scene = await TicketScene.open(bench, {
      ...{ A: {}, B: {}, C: {}, open: {}, gone: {} },
      F: { files: ['src/A/one.txt'], dependsOn: ['open', 'gone'] },
    });
    for (const id of ['A', 'B', 'C']) {
      assert.deepStrictEqual(
        await scene.start(id),
        [],
        `${id} starts while fewer than three have used up their retries`,
      );
      await useUp(scene, id);
    }
    assert.deepStrictEqual(await scene.decide('gone', 'withdraw', { note }), []);
    const told = ['SESSION_HALTED', 'DEPENDENCY_OPEN', 'DEPENDENCY_WITHDRAWN', 'FILES_OVERLAP'];
    assert.deepStrictEqual(await scene.start('F'), told);
    covers.refused('PENDING', 'gate.begin', told);
    assert.deepStrictEqual(await scene.start('open'), ['SESSION_HALTED']);
    assert.deepStrictEqual(await scene.resume(solo), ['PERSON_REQUIRED']);
    assert.deepStrictEqual(await scene.resume(), []);
    assert.deepStrictEqual(await scene.resume(), ['WRONG_STATUS']);
    assert.deepStrictEqual(await scene.start('F'), told.slice(1));
    assert.deepStrictEqual(await scene.decide('F', 'drop', { dependency: 'A' }), ['UNKNOWN_DEPENDENCY']);
    assert.deepStrictEqual(await scene.decide('F', 'drop', { dependency: 'gone' }), []);
    assert.deepStrictEqual(await scene.start('F'), ['DEPENDENCY_OPEN', 'FILES_OVERLAP']);
    assert.deepStrictEqual(await scene.decide('F', 'drop', { dependency: 'open' }), []);
    assert.deepStrictEqual(await scene.start('F'), ['FILES_OVERLAP']);
    assert.deepStrictEqual(await scene.decide('A', 'withdraw', { note }), []);
    assert.deepStrictEqual(await scene.start('F'), []);
    covers.took('PENDING', 'gate.begin', await scene.gate('F'));
    return [...told, 'PERSON_REQUIRED', 'WRONG_STATUS', 'UNKNOWN_DEPENDENCY'];
  },
};

const onlyLate: Scenario = {
  name: 'tickets that only timed out halt nothing',
  async play(bench) {
    const scene = await TicketScene.open(bench, { A: {}, B: {}, C: {}, D: {} });
    for (const id of ['A', 'B', 'C']) {
      await scene.start(id);
      assert.strictEqual(await scene.pass(id), 'FAILED');
      assert.strictEqual(await scene.pass(id), 'EXECUTING');
      assert.strictEqual(await scene.pass(id), 'ESCALATED(TIMEOUT)');
    }
    assert.deepStrictEqual(await scene.start('D'), []);
    return [];
  },
};

/** Only what will be done some day, and does not wait for this one in turn, can be waited for. */
const circles: Scenario = {
  name: 'blockers that cannot be waited for',
  async play(bench) {
    const scene = await TicketScene.open(bench, {
      A: {},
      B: {},
      C: { dependsOn: ['A'] },
      D: { dependsOn: ['C'] },
      E: {},
    });
    assert.deepStrictEqual(await scene.decide('E', 'withdraw', { note }), []);
    await scene.start('A');
    for (const blocker of ['A', 'C', 'D', 'E', 'nobody', undefined]) {
      assert.deepStrictEqual(await scene.blocked('A', blocker), []);
      assert.strictEqual(await scene.gate('A'), 'ESCALATED(BLOCKED)', `blocked by ${blocker}`);
      assert.deepStrictEqual(await scene.decide('A', 'retry'), []);
    }
    assert.deepStrictEqual(await scene.blocked('A', 'B'), []);
    assert.strictEqual(await scene.gate('A'), 'BLOCKED');
    await scene.start('B');
    assert.deepStrictEqual(await scene.blocked('B', 'A'), []);
    assert.strictEqual(await scene.gate('B'), 'ESCALATED(BLOCKED)', 'both would wait for each other');
    assert.deepStrictEqual(await scene.decide('B', 'withdraw', { note }), []);
    assert.strictEqual(await scene.gate('A'), 'ESCALATED(BLOCKED)', 'its blocker was withdrawn');
    return [];
  },
};

async function running(bench: TicketBench, timeouts = {}) {
  const scene = await TicketScene.open(bench, { A: { files: ['src/**'], timeouts } });
  await scene.start('A');
  await bench.edit();
  const stop = new AbortController();
  const said = { status: 'success', filesModified: ['src/work.txt'] };
  const reply = scene.submit('A', said, stop.signal).catch(() => undefined);
  const run = await bench.nextRun(scene.name);
  return { scene, reply, run, stop };
}

const overdue: Scenario = {
  name: 'a run whose time is over and that has not said so yet',
  async play(bench, covers) {
    const { scene, stop } = await running(bench);
    const { gate } = await scene.look('A');
    bench.clock.set(Date.parse(gate.deadline ?? '') + 1);
    const late = { status: 'failure', by: { role: 'executor', agentId: 'e2' } };
    assert.deepStrictEqual(codesOf(await scene.submit('A', late)), ['DEADLINE_PASSED']);
    assert.deepStrictEqual(await scene.review('A', 'REJECTED'), ['DEADLINE_PASSED']);
    const { gate: after, history } = await scene.look('A');
    assert.strictEqual(after.status, 'VERIFYING');
    for (const event of ['gate.report', 'gate.review']) covers.refused('VERIFYING', event, ['DEADLINE_PASSED']);
    assert.strictEqual(history.filter(({ what }) => what === 'gate.late').length, 2, 'both took part, if too late');
    covers.took('VERIFYING', 'gate.late', 'VERIFYING');
    assert.deepStrictEqual(await scene.decide('A', 'withdraw', { note }), []);
    stop.abort();
    return ['DEADLINE_PASSED'];
  },
};

const ownLimit: Scenario = {
  name: 'a run that is stopped when its own time is over',
  async play(bench, covers) {
    const { scene, reply } = await running(bench, { verifySeconds: 4 });
    bench.later(4001);
    const told = await reply;
    assert.strictEqual(told?.gate?.status, 'FAILED');
    covers.took('VERIFYING', 'gate.expire', 'FAILED', 'overdue');
    const { run } = await scene.look('A');
    assert.match(String((run as { problem?: string } | undefined)?.problem), /did not end in time/);
    assert.deepStrictEqual(await scene.decide('A', 'withdraw', { note }), []);
    return [];
  },
};

/** Nobody lost time by their own fault: it is made again, with a deadline of its own. */
const killed: Scenario = {
  name: 'a server that dies during a run',
  async play(bench, covers) {
    const { scene, stop } = await running(bench);
    await bench.restart(60 * 60_000);
    stop.abort();
    const { gate, history } = await scene.look('A');
    assert.deepStrictEqual([gate.status, gate.attempt], ['VERIFYING', 1]);
    assert.strictEqual(Date.parse(gate.deadline ?? '') - bench.now, 2 * 60_000);
    assert.strictEqual(history.at(-1)?.what, 'gate.ran');
    covers.took('VERIFYING', 'gate.ran', 'VERIFYING', 'cutShort');
    await bench.endRun(await bench.nextRun(scene.name), 'passes');
    await until('the run', async () => ((await scene.gate('A')) === 'REVIEWING' ? true : undefined));
    assert.deepStrictEqual(await scene.review('A', 'APPROVED'), []);
    return [];
  },
};

/** Files that are not those handed off any more: the closure gate sends the ticket back, however it was handed off. */
const reopened: Scenario = {
  name: 'what the closure gate sends back',
  async play(bench, covers) {
    for (const how of ['APPROVED', 'SKIPPED', 'FORCED'] as const) {
      const { scene, reply, run, stop } = await running(bench);
      if (how === 'APPROVED') {
        await bench.endRun(run, 'passes');
        await reply;
        assert.deepStrictEqual(await scene.review('A', 'APPROVED'), []);
      } else assert.deepStrictEqual(await (how === 'FORCED' ? scene.force('A') : scene.skipGate('A')), []);
      stop.abort();
      assert.strictEqual(await scene.gate('A'), how);
      await bench.edit();
      const by = { role: 'system3', agentId: 's1' };
      assert.deepStrictEqual(await scene.call('ticket_validate', 'A', { by }), []);
      const { gate, history } = await scene.look('A');
      assert.deepStrictEqual([gate.status, gate.attempt], ['EXECUTING', 2]);
      assert.strictEqual(history.at(-1)?.to, 's3_rejected → in_progress → FAILED → EXECUTING');
      covers.took(how, 'gate.reopen', 'FAILED');
      assert.deepStrictEqual(await scene.decide('A', 'withdraw', { note }), []);
    }
    return [];
  },
};

const outside: Scenario = {
  name: 'a file outside the contract that changes after the submit',
  async play(bench, covers) {
    const { scene, reply, run } = await running(bench);
    await bench.endRun(run, 'passes');
    await reply;
    await bench.repo.write({ 'other/work.txt': 'Slipped in.\n' });
    assert.deepStrictEqual(await scene.review('A', 'APPROVED'), ['OUTSIDE_CONTRACT']);
    covers.refused('REVIEWING', 'gate.review', ['OUTSIDE_CONTRACT']);
    await bench.repo.write({ 'other/work.txt': 'As it was.\n' });
    assert.deepStrictEqual(await scene.review('A', 'APPROVED'), []);
    return ['OUTSIDE_CONTRACT'];
  },
};

export const gateScenarios: readonly Scenario[] = [
  ...[hindered, onlyLate, circles, overdue, ownLimit, killed, reopened, outside],
];
