/** A data directory that others may write, through the real CLI. The bug to fear: what they put there counts. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../testing/run-cli.js';
import { stopAs } from '../testing/stop-hook.js';
import { testDir } from '../testing/test-dir.js';

const here = testDir();

async function openDataDir(): Promise<string> {
  const dataDir = join(here.path, 'data');
  await mkdir(dataDir);
  await chmod(dataDir, 0o777);
  return dataDir;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test('commands refuse it with the command that mends it, and work after that', async () => {
  const dataDir = await openDataDir();
  const cli = async (...args: string[]) => runCli(args, { cwd: here.path, dataDir });
  for (const args of [['serve'], ['status'], ['token', 'list']]) {
    const { code, out, err } = await cli(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(oneLine(err)).toContain(`Other users can write to ${dataDir}. Anyone who writes there can forge`);
    expect(oneLine(err)).toContain(`Run chmod go-w ${dataDir},`);
  }
  await chmod(dataDir, 0o755);
  expect(await cli('status')).toMatchObject({ code: 0, err: '' });
});

test('doctor reports it beside everything else', async () => {
  const dataDir = await openDataDir();
  const { code, out } = await runCli(['doctor', '--json'], { cwd: here.path, dataDir });
  const { checks } = JSON.parse(out) as { checks: object[] };
  expect(code).toBe(1);
  expect(checks).toContainEqual(
    expect.objectContaining({ subject: 'data', level: 'bad', fix: expect.stringContaining(`chmod go-w ${dataDir}`) }),
  );
  expect(checks).toContainEqual(expect.objectContaining({ subject: 'sessions' }));
});

test('a stop is not held up by it, and the person is told', async () => {
  const dataDir = await openDataDir();
  const { code, answer } = await stopAs('solo', { cwd: here.path, dataDir });
  expect(code).toBe(0);
  expect(answer?.decision).toBeUndefined();
  expect(answer?.systemMessage).toContain('it goes through');
  expect(answer?.systemMessage).toContain(`chmod go-w ${dataDir}`);
});
