/** What no path of a single ticket comes to after its hand-off: other policies, a server that dies, others who wait. */
import assert from 'node:assert';
import { checks } from '../../../machines/schema/ticket.js';
import { ClosureDriver, overseer } from './closure-driver.js';
import type { Scenario } from './gate-scenarios.js';
import { TicketBench, until } from './ticket-bench.js';
import { TicketScene } from './ticket-scene.js';
import { codesOf } from './ticket-shapes.js';

/** Answers to an attempt that timed out: noted and refused, whatever has become of the ticket since. */
const late: Scenario = {
  name: 'somebody who comes too late while it is checked, and after',
  async play(bench, covers) {
    const driver = await lateDriver(bench);
    const answer = async (agentId: string) => {
      const by = { role: 'executor', agentId };
      return codesOf(await driver.scene.submit('A', { status: 'failure', attempt: 1, by }));
    };
    assert.deepStrictEqual(await driver.validate(), []);
    await driver.endRun(await bench.nextRun(driver.scene.name), 'passes');
    assert.deepStrictEqual(await answer('slow'), ['DEADLINE_PASSED']);
    covers.took('s3_validating', 'gate.*', 's3_validating');
    // From then on they have built it.
    const slow = { by: { role: 'system3', agentId: 'slow' } };
    assert.deepStrictEqual(await driver.report('investigator', true, slow), ['SELF_VALIDATION']);
    for (const check of checks) assert.deepStrictEqual(await driver.report(check, true), []);
    assert.deepStrictEqual(await answer('slower'), ['DEADLINE_PASSED']);
    const { ticket, gate } = await driver.look();
    assert.deepStrictEqual([ticket.status, gate.status, gate.attempt], ['closed', 'APPROVED', 2]);
    covers.took('closed', 'gate.*', 'closed');
    return ['SELF_VALIDATION'];
  },
};

async function lateDriver(bench: TicketBench): Promise<ClosureDriver> {
  const driver = await ClosureDriver.started(bench);
  assert.strictEqual(await driver.scene.pass('A'), 'FAILED');
  assert.strictEqual(await driver.scene.pass('A'), 'EXECUTING');
  await driver.handOff(false);
  return driver;
}

const separate: Scenario = {
  name: 'a project that wants a principal for each check',
  async play(_bench, covers) {
    const bench = await TicketBench.open({ checksSeparate: true });
    try {
      for (const first of ['investigator', 'validator'] as const) {
        const driver = await ClosureDriver.open(bench, false);
        assert.deepStrictEqual(await driver.validate(), []);
        await driver.endRun(await bench.nextRun(driver.scene.name), 'passes');
        assert.deepStrictEqual(await driver.report(first, true), []);
        for (const check of checks.filter((each) => each !== first)) {
          assert.deepStrictEqual(await driver.report(check, true), ['CHECKS_NOT_SEPARATE']);
          covers.refused(`${check}.waiting`, `report.${check}`, ['CHECKS_NOT_SEPARATE']);
          const by = { role: 'system3', agentId: `s-${check}` };
          assert.deepStrictEqual(await driver.report(check, true, { by }), []);
        }
        assert.strictEqual((await driver.look()).ticket.status, 'closed');
      }
      return ['CHECKS_NOT_SEPARATE'];
    } finally {
      await bench.close();
    }
  },
};

const connected: Scenario = {
  name: 'a project that wants to know who checks',
  async play() {
    const bench = await TicketBench.open({ independence: 'connection', levels: { close: 'H4' } });
    try {
      const driver = await ClosureDriver.open(bench, false);
      assert.deepStrictEqual(await driver.validate(), ['PRINCIPAL_UNKNOWN']);
      assert.strictEqual((await driver.look()).ticket.status, 'impl_complete');
      return ['PRINCIPAL_UNKNOWN'];
    } finally {
      await bench.close();
    }
  },
};

/** Nobody lost anything by it: the run is made again, and counts. */
const killed: Scenario = {
  name: 'a server that dies during the closing run',
  async play(bench, covers) {
    const driver = await ClosureDriver.open(bench, false);
    assert.deepStrictEqual(await driver.validate(), []);
    await bench.nextRun(driver.scene.name);
    await bench.restart();
    assert.strictEqual((await driver.look()).closure?.run, 'running');
    assert.deepStrictEqual(await driver.report('validator', true), ['CLEAN_RUN_PENDING']);
    covers.took('s3_validating', 'closure.ran', 's3_validating');
    await driver.endRun(await bench.nextRun(driver.scene.name), 'passes');
    for (const check of checks) assert.deepStrictEqual(await driver.report(check, true), []);
    assert.strictEqual((await driver.look()).ticket.status, 'closed');
    return ['CLEAN_RUN_PENDING'];
  },
};

/** Closed by a person's acceptance and three checks; whoever waited for it goes on by that. */
const awaited: Scenario = {
  name: 'a ticket that another waits for',
  async play(bench) {
    const scene = await TicketScene.open(bench, { A: {}, B: {}, C: { dependsOn: ['A'] } });
    assert.deepStrictEqual(await scene.start('A'), []);
    assert.deepStrictEqual(await scene.start('B'), []);
    assert.deepStrictEqual(await scene.blocked('B', 'A'), []);
    assert.deepStrictEqual(await scene.force('A'), []);
    assert.deepStrictEqual(await scene.decide('A', 'accept'), []);
    assert.deepStrictEqual(await scene.call('ticket_validate', 'A', { by: overseer }), []);
    const seen = { met: true, evidence: 'Seen.' };
    const subjects = { investigator: [], prd_auditor: ['1'], validator: ['All of it'] };
    assert.deepStrictEqual(await scene.start('C'), ['DEPENDENCY_OPEN']);
    for (const check of checks) {
      assert.strictEqual(await scene.gate('B'), 'BLOCKED');
      const findings = subjects[check].map((subject) => ({ subject, ...seen }));
      const said = { check, passed: true, summary: 'Fine.', findings, by: overseer };
      assert.deepStrictEqual(await scene.call('ticket_report', 'A', said), []);
    }
    await until('B to go on', async () => ((await scene.gate('B')) === 'EXECUTING' ? true : undefined));
    assert.deepStrictEqual(await scene.start('C'), []);
    return [];
  },
};

/** Looked at when a validation begins, and once more by the report that would close. */
const outside: Scenario = {
  name: 'a file outside the contract that changes after the hand-off',
  async play(bench, covers) {
    const told = ['OUTSIDE_CONTRACT'];
    for (const last of checks) {
      const driver = await ClosureDriver.open(bench, false);
      await bench.repo.write({ 'other/work.txt': 'Slipped in.\n' });
      assert.deepStrictEqual(await driver.validate(), told);
      covers.refused('impl_complete', 'ticket.validate', told);
      await bench.repo.write({ 'other/work.txt': 'As it was.\n' });
      assert.deepStrictEqual(await driver.validate(), []);
      await driver.endRun(await bench.nextRun(driver.scene.name), 'passes');
      for (const check of checks.filter((each) => each !== last))
        assert.deepStrictEqual(await driver.report(check, true), []);
      await bench.repo.write({ 'other/work.txt': 'Slipped in.\n' });
      assert.deepStrictEqual(await driver.report(last, true), told);
      covers.refused(`${last}.waiting`, `report.${last}`, told);
      await bench.repo.write({ 'other/work.txt': 'As it was.\n' });
      assert.deepStrictEqual(await driver.report(last, true), []);
      assert.strictEqual((await driver.look()).ticket.status, 'closed');
    }
    return told;
  },
};

export const closureScenarios: readonly Scenario[] = [late, separate, connected, killed, awaited, outside];
