/**
 * Runs that end while the machine is in trouble. Its bug, to a user: the test passed, the disk coughed once, and an attempt
 * is gone; or the history says that a process died which is still there.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DiskFault } from '../../testing/faults/play-fault.js';
import { connect, type ProctorClient } from '../../testing/proctor-client.js';
import { servedProject } from '../../testing/served-project.js';
import { right, sourceFile, TicketTeam } from '../../testing/ticket-team.js';
import { until } from '../../testing/until.js';

const { repo, data, proctor } = servedProject();

const historyOf = async (team: TicketTeam) =>
  ((await team.ok('ticket_status', { detail: 'full' })).history as { text?: string }[]).map(({ text = '' }) => text);

test('an output that cannot be kept costs the output, and not the run', async () => {
  const team = await TicketTeam.at(proctor);
  await writeFile(join(data.path, 'sessions', team.sessionId, 'output'), 'in the way');
  await repo.write({ [sourceFile]: right });
  expect((await team.submit(1)).data).toMatchObject({
    gate: { status: 'REVIEWING', attempt: 1 },
    run: { id: 1, passed: true, exitCode: 0, output: { kept: false } },
  });
  expect(proctor.stderr()).toMatch(/the output of run 1 of T-1 is not kept: .* Its result counts\./);
});

describe('the record of a passing run', () => {
  const shim = fileURLToPath(new URL('../../testing/faults/shim.mjs', import.meta.url));
  let server: ProctorClient | undefined;

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** A ticket is opened, started and submitted: the fourth record is the one of its run. */
  async function submittedWith({ kind, code }: Omit<DiskFault, 'number'>) {
    const env = {
      PROCTOR_FAULT: `${kind}:4:${code}`,
      PROCTOR_FAULT_FILE: 'journal.jsonl',
      PROCTOR_FAULT_DIR: data.path,
      PROCTOR_FAULT_LOG: join(repo.dir, 'ignored', 'faults.log'),
    };
    await repo.write({ 'ignored/faults.log': '' });
    server = await connect(data.path, [], { cwd: repo.dir, env, nodeArgs: ['--import', shim] });
    const team = await TicketTeam.at(server);
    await repo.write({ [sourceFile]: right });
    const submitted = team.submit(1).catch(() => undefined);
    return { team, server, submitted };
  }

  test.each([
    { kind: 'write', code: 'EIO' },
    { kind: 'write', code: 'ENOSPC' },
  ] as const)('is written again after a failed $kind ($code): one run, one result', async (fault) => {
    const { team, server: faulty, submitted } = await submittedWith(fault);
    await submitted;
    expect(await team.until('REVIEWING')).toMatchObject({ gate: { attempt: 1 }, run: { id: 1, passed: true } });
    expect((await historyOf(team)).filter((text) => text.includes('cut short'))).toEqual([]);
    expect(faulty.stderr()).toMatch(/run 1 of T-1 has ended, but its result could not be written yet: .* tries again/);
  });

  test('is given up by a process whose sync failed; the next one makes the run again for the same attempt', async () => {
    const { team, server: faulty, submitted } = await submittedWith({ kind: 'sync', code: 'EIO' });
    await until(() => /could not be written: .*takes nothing more/.exec(faulty.stderr()) ?? undefined);
    expect(faulty.stderr()).toMatch(/The run is made again, without loss of an attempt/);
    // Its caller does not wait for a result that this process will never write.
    await faulty.close();
    await submitted;
    const again = team.through(proctor);
    expect(await again.until('REVIEWING')).toMatchObject({ gate: { attempt: 1 }, run: { passed: true } });
    expect((await historyOf(again)).filter((text) => text.includes('failed'))).toEqual([]);
  });
});
