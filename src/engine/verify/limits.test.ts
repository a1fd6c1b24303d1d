import { availableParallelism, totalmem } from 'node:os';
import { limitsInForce, limitsOf } from './limits.js';
import type { RunCgroup } from './run-cgroup.js';

const mebibyte = 1024 * 1024;
const asked = { processesMax: 100, memoryBytesMax: 300 * mebibyte };
const rlimit = { max: 200, said: 'processes 100 more than the user has (rlimit)' };
// Of a control group only its controllers are asked for.
const cgroupWith = (...controllers: string[]) => ({ controllers }) as unknown as RunCgroup;

test('what is asked for is what is set', () => {
  expect(limitsOf(asked)).toEqual(asked);
  expect(limitsOf({ processesMax: 7 }).processesMax).toBe(7);
});

test('else there is room for a test runner on a small machine and for half of a large one', () => {
  const { processesMax, memoryBytesMax } = limitsOf();
  expect(processesMax).toBe(Math.max(512, 64 * availableParallelism()));
  expect(memoryBytesMax).toBe(Math.max(2048 * mebibyte, Math.floor(totalmem() / 2)));
});

test.each([
  [
    'both by a control group',
    cgroupWith('memory', 'pids'),
    undefined,
    ['memory 300 MiB (cgroup)', 'processes 100 (cgroup)'],
    [],
    true,
  ],
  [
    'a control group before the other means',
    cgroupWith('memory', 'pids'),
    rlimit,
    ['memory 300 MiB (cgroup)', 'processes 100 (cgroup)'],
    [],
    true,
  ],
  ['memory alone', cgroupWith('memory'), undefined, ['memory 300 MiB (cgroup)'], ['no process limit'], true],
  ['processes by the other means', undefined, rlimit, [rlimit.said], ['no memory limit'], false],
  ['neither', undefined, undefined, [], ['no memory limit', 'no process limit'], false],
])('the result says what held and what did not: %s', (_, cgroup, other, limits, absent, listsAll) => {
  expect(limitsInForce(asked, cgroup, other)).toEqual({ limits, absent, listsAll });
});
