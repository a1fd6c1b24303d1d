/** What a bug here would look like: on a busy machine half of what git says is taken for all of it. */
import { spawn } from 'node:child_process';
import { ended } from './ended.js';

const sh = (script: string) => spawn('sh', ['-c', script]);

/** Nobody else gets a turn meanwhile. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('what is in the pipes when a busy process comes back to them is read', async () => {
  // More than is read ahead, less than the pipe holds.
  const child = sh('head -c 150000 /dev/zero');
  let bytes = 0;
  const end = ended(child);
  child.once('exit', () => {
    child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
    block(700);
  });
  expect(await end).toEqual({ code: 0, signal: null });
  expect(bytes).toBe(150_000);
});

test('what it left running may keep the pipes', async () => {
  const child = sh('printf done; sleep 60 & echo $!');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect((await ended(child)).code).toBe(0);
  expect(said).toMatch(/^done\d+\n$/);
  process.kill(Number(said.slice(4)));
});

test('a signal is no exit code', async () => {
  expect(await ended(sh('kill -9 $$'))).toEqual({ code: null, signal: 'SIGKILL' });
});
