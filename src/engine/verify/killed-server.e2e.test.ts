/** What a bug here would look like: a client kills the server, and the test run it had started goes on for ever. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from '../../testing/bundled.js';
import { eventually, oddSeconds, run, runningWith, sh, usableKinds } from '../../testing/verify-bench.js';
import { usableCgroupHomes } from './isolation.js';
import type { RunRequest } from './run-command.js';
import { newMark } from './run-mark.js';
import { sweepLeftRuns } from './sweep.js';

const serverFile = await bundled(new URL('../../testing/verify-server.ts', import.meta.url));
const kinds = await usableKinds();

/** Starts a server, waits until it says `moment`, then kills it. */
async function killedServer(
  request: Partial<RunRequest>,
  moment: 'starting' | 'running',
  afterMs = 0,
): Promise<number> {
  const whole = { cwd: tmpdir(), places: { tree: tmpdir() }, network: false, timeoutMs: 60_000, ...request };
  const server = spawn(process.execPath, [serverFile, JSON.stringify(whole)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(moment)) resolve();
    });
    server.once('exit', () => reject(new Error(`The server ended by itself: ${said}`)));
  });
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const isDead = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await isDead;
  return server.pid!;
}

const family = 'sleep "$1" & setsid sleep "$1" & setsid -f sleep "$1"; echo started; sleep "$1"';

const cgroupsOf = async (pid: number) => {
  const homes = await usableCgroupHomes();
  const names = (await Promise.all(homes.map((home) => readdir(home.dir)))).flat();
  return names.filter((name) => new RegExp(`^proctor-\\d+-${pid}-`).test(name));
};

// Not a table: jest takes none that is empty, as this is where there are no namespaces.
for (const isolation of kinds.filter((kind) => kind !== 'process-group')) {
  describe(`in a sandbox of kind ${isolation}`, () => {
    test.each([true, false])('killing the server ends the whole run (control groups %p)', async (cgroup) => {
      const seconds = oddSeconds();
      await killedServer({ isolation, limits: { cgroup }, steps: [sh(family, seconds)] }, 'running');
      expect(
        await eventually(
          () => runningWith(seconds),
          (pids) => pids.length === 0,
        ),
      ).toEqual([]);
    });

    test('killing it while it starts the run leaves no command, and nothing at all after the next start', async () => {
      for (let afterMs = 0; afterMs < 200; afterMs += 25) {
        const seconds = oddSeconds();
        await killedServer({ isolation, limits: { cgroup: false }, steps: [sh(family, seconds)] }, 'starting', afterMs);
        const commands = () => runningWith(`sleep\0${seconds}`);
        expect(await eventually(commands, (pids) => pids.length === 0)).toEqual([]);
        await sweepLeftRuns();
        expect(
          await eventually(
            () => runningWith(seconds),
            (pids) => pids.length === 0,
          ),
        ).toEqual([]);
      }
    });

    test('the control group it leaves is removed at the next run', async () => {
      const homes = (await usableCgroupHomes()).length;
      let seen = -1;
      // A server of another test that starts just then removes it first.
      for (let tries = 0; tries < 5 && seen < homes; tries += 1) {
        const pid = await killedServer({ isolation, steps: [sh(family, oddSeconds())] }, 'running');
        seen = (await cgroupsOf(pid)).length;
        await run([['true']], { isolation });
        expect(await cgroupsOf(pid)).toEqual([]);
      }
      expect(seen).toBe(homes);
    });
  });
}

test('the sweep removes directories of servers that are gone, and no others', async () => {
  const [table] = (await newMark())!.split('-');
  const left = await mkdtemp(join(tmpdir(), `proctor-run-${table!}-4194304-1-aaaaaaaaaaaa.`));
  const used = await mkdtemp(join(tmpdir(), `proctor-run-${(await newMark())!}.`));
  const odd = await mkdtemp(join(tmpdir(), 'proctor-run-odd.'));
  await sweepLeftRuns();
  expect([left, used, odd].map((path) => existsSync(path))).toEqual([false, true, true]);
  await Promise.all([used, odd].map((path) => rm(path, { recursive: true })));
});

describe('in a process group only', () => {
  test.each([true, false])(
    'what a killed server leaves is swept at the next start (control groups %p)',
    async (cgroup) => {
      const request = { isolation: 'process-group', limits: { cgroup } } as const;
      const left = async () => {
        const seconds = oddSeconds();
        await killedServer({ ...request, steps: [sh(family, seconds)] }, 'running');
        const { runs, cgroups } = await sweepLeftRuns();
        expect(runningWith(seconds)).toEqual([]);
        return runs + cgroups;
      };
      // A server of another test that starts just then sweeps first.
      let swept = 0;
      for (let tries = 0; tries < 5 && swept === 0; tries += 1) swept = await left();
      expect(swept).toBeGreaterThan(0);
    },
  );

  test('the sweep leaves the runs of a living server alone', async () => {
    const running = run([sh('sleep 1 & wait; echo done')], { isolation: 'process-group' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await sweepLeftRuns();
    expect(await running).toMatchObject({ exitCode: 0, output: 'done\n' });
  });
});
