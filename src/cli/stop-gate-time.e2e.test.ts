/** What a bug here would look like: an agent never gets to stop, because its hook waits for something that never comes. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../testing/run-cli.js';
import { hookInput, silence, stopAs } from '../testing/stop-hook.js';
import { testDir } from '../testing/test-dir.js';

const here = testDir();
const place = () => ({ cwd: join(here.path, 'x'), dataDir: join(here.path, 'data') });

beforeEach(() => mkdir(join(here.path, 'x')));

const pipeAt = (path: string) => execFileSync('/usr/bin/mkfifo', [path]);

test.each(['.git', 'proctor.config.json', '.gitignore'])('a named pipe called %s holds up no stop', async (name) => {
  pipeAt(join(here.path, 'x', name));
  expect(await stopAs('solo', place())).toMatchObject(silence);
});

/**
 * Waits for pipes in all threads that read files, as soon as the hook looks where it is: from then on nothing on any disk
 * answers, and not even Node's own way to end does.
 */
const stuck = (pipe: string) => `
const fs = require('node:fs');
const realpath = fs.promises.realpath;
fs.promises.realpath = (...args) => {
  for (let at = 0; at < 64; at += 1) fs.open(${JSON.stringify(pipe)}, 'r', () => {});
  return realpath(...args);
};
require('node:module').syncBuiltinESMExports();
`;

test('where nothing on the disk answers, the stop goes through in time and says so', async () => {
  const pipe = join(here.path, 'pipe');
  pipeAt(pipe);
  await writeFile(join(here.path, 'stuck.cjs'), stuck(pipe));
  const startedMs = performance.now();
  const { code, out, err } = await runCli(['stop-gate', '--as', 'solo'], {
    ...place(),
    env: { NODE_OPTIONS: `--require ${join(here.path, 'stuck.cjs')}`, CLAUDE_PROJECT_DIR: '' },
    input: hookInput(place().cwd),
  });
  // Five seconds of the process; the machine may be busy before it is started and after it has ended.
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(err).toContain('Proctor did not check this stop, it goes through: it was not done in the 5 s it has');
  expect(JSON.parse(out)).toEqual({ systemMessage: expect.stringContaining('goes through') });
  // Killed by itself: to the client an error of the hook, and never the 2 that would hold up the agent.
  expect(code).not.toBe(2);
});
