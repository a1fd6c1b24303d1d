/** What a bug here would look like: a command that prints without end brings the server down. */
import { run, sh, usableKinds } from '../../testing/verify-bench.js';

const GiB = 2 ** 30;
const MiB = 2 ** 20;

test('a gigabyte of output is hashed whole and kept small', async () => {
  let rssMax = 0;
  const before = process.memoryUsage().rss;
  const onOutput = () => (rssMax = Math.max(rssMax, process.memoryUsage.rss()));
  const result = await run([sh('echo first; head -c 1073741824 /dev/zero; echo; echo last; exit 5')], {
    onOutput,
    timeoutMs: 110_000,
  });
  expect(result).toMatchObject({ outcome: 'exited', exitCode: 5, outputBytes: GiB + 'first\n\nlast\n'.length });
  expect(result.output.length).toBeLessThanOrEqual(MiB);
  expect(result.output.startsWith('first\n')).toBe(true);
  expect(result.output.endsWith('\nlast\n')).toBe(true);
  expect(result.output).toMatch(/\n\[proctor: \d+ bytes left out here\]\n/);
  expect((rssMax - before) / MiB).toBeLessThan(200);
  // As `sha256sum` says of what the same script prints.
  expect(result.outputHash).toBe('8132a8c1e1716b24e22c5a7949848b90d3b10add843b640727d465290f7518fc');
});

test('the last that a command prints before it ends is not lost', async () => {
  for (let runs = 0; runs < 30; runs += 1) {
    const { outputBytes } = await run([['head', '-c', '200000', '/dev/zero']], { limits: { cgroup: false } });
    expect(outputBytes).toBe(200_000);
  }
});

test.each(await usableKinds())('an endless output is cut off by the time limit (%s)', async (isolation) => {
  const result = await run([['yes']], { isolation, timeoutMs: 5000 });
  expect(result).toMatchObject({ outcome: 'timed_out', exitCode: null });
  expect(result.outputBytes).toBeGreaterThan(MiB);
  expect(result.output.length).toBeLessThanOrEqual(MiB);
  expect(result.durationMs).toBeLessThan(60_000);
});
