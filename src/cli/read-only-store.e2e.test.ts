import { spawn } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mainFile } from '../testing/proctor-client.js';
import { oneServer } from '../testing/one-server.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

const proctor = oneServer();
let sessionId = '';
beforeAll(async () => {
  ({ sessionId } = await ScriptedAgent.start(proctor, { minRoots: 1 }));
  await proctor.close();
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where nothing can be written: by rights, and for root, who has them all, by a mount of its own. */
async function inReadOnlyStore(command: string, endAt?: string): Promise<Ended> {
  const { dataDir } = proctor;
  const words = `exec "$NODE" "$MAIN" ${command} --data "$D"`;
  const mounted = `mount --bind "$D" "$D" && mount -o remount,ro,bind "$D" "$D" && cd / && ${words}`;
  const [program, ...args] =
    process.getuid?.() === 0 ? (['unshare', '-m', 'sh', '-c', mounted] as const) : (['sh', '-c', words] as const);
  const env = { ...process.env, D: dataDir, NODE: process.execPath, MAIN: mainFile };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
    if (endAt !== undefined && out.includes(endAt)) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

async function setRights(mode: number): Promise<void> {
  if (process.getuid?.() === 0) return;
  const entries = await readdir(proctor.dataDir, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? mode | 0o100 : mode);
  await chmod(proctor.dataDir, mode | 0o100);
}
beforeAll(async () => setRights(0o400));
afterAll(async () => setRights(0o600));

// The disk went read-only after an error, or the store is a backup: then one wants to look, and could not.
test.each([
  ['status --all', 'Why'],
  ['status $S', '0 nodes'],
  ['audit $S', 'sound'],
  ['replay $S', 'equals what a server shows'],
  ['export $S --format json', '"sessionId"'],
])('proctor %s works on a store that cannot be written, and does not complain', async (command, shown) => {
  const { code, out, err } = await inReadOnlyStore(command.replace('$S', sessionId));
  expect({ code, out, err }).toEqual({ code: 0, out: expect.stringContaining(shown) as unknown, err: '' });
});

test('proctor ui serves such a store, with a key for this time', async () => {
  const { err, out } = await inReadOnlyStore('ui --json', 'dataDir');
  expect([out, err]).toEqual([expect.stringMatching(/"address": ?"http/), expect.not.stringMatching(/EROFS|EACCES/)]);
});
