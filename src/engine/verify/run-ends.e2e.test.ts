/** What a bug here would look like: hours later, something a verify command started still runs on the person's machine. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, oddSeconds, run, runningWith, sh, usableKinds } from '../../testing/verify-bench.js';
import { usableCgroupHomes } from './isolation.js';

const kinds = await usableKinds();

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proctor-verify-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** Left by this very process: other test files run commands at the same time. */
const ownCgroups = async () => {
  const homes = await usableCgroupHomes();
  const names = (await Promise.all(homes.map((home) => readdir(home.dir)))).flat();
  return names.filter((name) => name.startsWith('proctor-') && name.includes(`-${process.pid}-`));
};
afterEach(async () => expect(await ownCgroups()).toEqual([]));

/** As on a machine without control groups; with them, where they add something. */
const ways = [
  ...kinds.map((isolation) => [isolation, false] as const),
  ...[...new Set([kinds[0]!, 'process-group' as const])].map((isolation) => [isolation, true] as const),
];

describe.each(ways)('in a sandbox of kind %s, control groups %p', (isolation, cgroup) => {
  const limits = { cgroup };

  test.each([
    ['a command that sleeps', 'exec sleep "$1"'],
    ['a command that ignores signals', 'trap "" TERM INT HUP; while :; do sleep "$1"; done'],
    ['a command whose children left its session', 'setsid sleep "$1" & setsid -f sleep "$1"; sleep "$1"'],
    ['a command whose child left its session and its environment', 'setsid env -i sleep "$1" & sleep "$1"'],
  ])('%s is ended by the time limit', async (_what, script) => {
    const seconds = oddSeconds();
    const result = await run([sh(script, seconds), ['echo', 'next']], { isolation, limits, timeoutMs: 700 });
    expect(runningWith(seconds)).toEqual([]);
    expect(result).toMatchObject({ outcome: 'timed_out', exitCode: null, failedStep: 0, output: '' });
    expect(result.durationMs).toBeGreaterThanOrEqual(700);
    expect(result.durationMs).toBeLessThan(60_000);
  });

  test('what a passing command has left is gone when the answer is there', async () => {
    const seconds = oddSeconds();
    // Many, because the end of a few is over before anyone can look.
    const daemons =
      'for i in 1 2 3 4 5 6 7 8 9; do sleep "$1" & setsid sleep "$1" & (setsid sh -c "sleep $1 & sleep $1" >/dev/null 2>&1 &) ; done; echo ok';
    const result = await run([sh(daemons, seconds)], { isolation, limits });
    expect(runningWith(seconds)).toEqual([]);
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 0, output: 'ok\n' });
  });

  test('a daemon that covers its tracks is gone too, or it is said that it may not be', async () => {
    const seconds = oddSeconds();
    const result = await run([sh('setsid -f env -i sleep "$1" </dev/null >/dev/null 2>&1', seconds)], {
      isolation,
      limits,
    });
    const left = runningWith(seconds);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    const isSaid = result.isolation.absent.some((line) => line.includes('outlives the run'));
    expect(isSaid).toBe(
      !result.isolation.pidNamespace && result.isolation.limits.every((line) => !line.includes('cgroup')),
    );
    if (!isSaid) expect(left).toEqual([]);
  });

  test('a step finds nothing running of the one before', async () => {
    const file = join(dir, `late-${isolation}-${String(cgroup)}`);
    await run([sh('setsid sh -c "sleep 0.5; touch $1" >/dev/null 2>&1 &', file), ['sleep', '0.8']], {
      isolation,
      limits,
    });
    expect(await readdir(dir)).not.toContain(file.slice(dir.length + 1));
  });

  test('orphans are collected, so that a test can see them end', async () => {
    // Node collects none but its own children, so somebody else has to.
    const look = node(`const { execFileSync } = require('child_process');
      const pid = String(execFileSync('sh', ['-c', 'sleep 0.1 >/dev/null & echo $!'])).trim();
      const look = (left) => {
        const isThere = require('fs').existsSync('/proc/' + pid);
        if (isThere && left > 0) setTimeout(look, 50, left - 1);
        else console.log(isThere);
      };
      look(200);`);
    const result = await run([look], { isolation, limits });
    // Without a namespace it is for the machine's own first process to do.
    if (result.isolation.pidNamespace) expect(result).toMatchObject({ exitCode: 0, output: 'false\n' });
  });

  test('calling it off at any moment ends it at once', async () => {
    for (let afterMs = 0; afterMs <= 60; afterMs += 3) {
      const seconds = oddSeconds();
      const cancel = new AbortController();
      setTimeout(() => cancel.abort(), afterMs);
      const script = 'setsid sleep "$1" & setsid -f sleep "$1"; sleep "$1"';
      const result = await run([sh(script, seconds)], { isolation, limits, signal: cancel.signal });
      expect(runningWith(seconds)).toEqual([]);
      expect(result).toMatchObject({ outcome: 'cancelled', exitCode: null });
      expect(result.durationMs).toBeLessThan(60_000);
    }
  });

  test('a fork bomb stays small and is gone with the run', async () => {
    const bomb = join(dir, `bomb-${isolation}-${String(cgroup)}.sh`);
    const probe = await run([['true']], { isolation, limits });
    const isLimited = probe.isolation.limits.some((line) => line.startsWith('processes'));
    // Without a limit it would be this machine's end, so it stops by itself after 2^7.
    const endless = 'while :; do sh "$0" & sh "$0" & sh "$0"; done';
    const bounded = '[ "$1" = 5 ] || { sh "$0" $(($1 + 1)) & sh "$0" $(($1 + 1)) & }; sleep 60';
    await writeFile(bomb, isLimited ? endless : bounded);
    const processesMax = 200;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, runningWith(bomb).length)), 20);
    const light = sh('sh "$1" 0 & sh "$1" 0 & exec sleep 60', bomb);
    const explode = async (timeoutMs: number) =>
      run([light], { isolation, limits: { ...limits, processesMax }, timeoutMs });
    // A second is enough, and it takes all of the machine; but on a busy one it may not have come far.
    let result = await explode(1000);
    const isGrown = () => most > 10 && (!isLimited || /fork/i.test(result.output));
    for (const timeoutMs of [10_000, 30_000]) if (!isGrown()) result = await explode(timeoutMs);
    clearInterval(watch);
    expect(runningWith(bomb)).toEqual([]);
    expect(most).toBeGreaterThan(10);
    if (isLimited) expect(result.output).toMatch(/fork/i);
    // Reading the process table takes a while, in which some end and others begin: the count may be well over the limit.
    if (isLimited) expect(most).toBeLessThanOrEqual(2 * processesMax);
    expect(result.isolation.absent).not.toContain('something of the run would not die');
  });
});

// Whatever the sandbox: it is told only when to end.
test('the time limit is one for all steps', async () => {
  // As much to spare for the start of the first as the second lacks.
  const steps = [
    ['sleep', '5'],
    ['sleep', '9'],
  ];
  const result = await run(steps, { timeoutMs: 9500 });
  expect(result).toMatchObject({ outcome: 'timed_out', exitCode: null, failedStep: 1 });
});

test('a run that is called off before it starts does not start', async () => {
  const result = await run([['touch', join(dir, 'started')]], { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ outcome: 'cancelled', exitCode: null });
  expect(await readdir(dir)).not.toContain('started');
});
