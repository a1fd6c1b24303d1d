import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newNonce } from '../engine/ids.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { realDisk } from './real-disk.js';
import { StopBlocks } from './stop-blocks.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;
const dir = () => join(data.path, 'stops');
/** Each stop is a process of its own: nothing is kept in memory. */
const blocks = () => new StopBlocks({ disk: realDisk, root: data.path, now: () => Date.now(), nonce: newNonce });

beforeEach(async () => {
  data = await temporaryDir();
});
afterEach(async () => data.remove());

const row = { clientSession: 'abc', role: 'system3' };

test('a count outlives the process, a client and role each has its own', async () => {
  expect(await blocks().inARow(row)).toBe(0);
  await blocks().set(row, 3);
  expect(await blocks().inARow(row)).toBe(3);
  expect(await blocks().inARow({ ...row, role: 'solo' })).toBe(0);
  expect(await blocks().inARow({ ...row, clientSession: 'abd' })).toBe(0);
});

test('a row that ended begins anew, and leaves no file', async () => {
  await blocks().set(row, 8);
  await blocks().end(row);
  expect(await blocks().inARow(row)).toBe(0);
  expect(await readdir(dir())).toEqual([]);
  await blocks().end(row);
});

test('whatever the client calls its session stays in the directory', async () => {
  for (const clientSession of ['../../outside', '', '\0', 'x'.repeat(10_000), '/etc/passwd', 'a/b'])
    await blocks().set({ clientSession, role: 'solo' }, 2);
  expect(await readdir(data.path)).toEqual(['stops']);
  expect((await readdir(dir())).every((name) => /^[0-9a-f]{32}\.json$/.test(name))).toBe(true);
});

test('a file that holds something else counts as none', async () => {
  await blocks().set(row, 5);
  const [name] = (await readdir(dir())) as [string];
  await writeFile(join(dir(), name), '{"v":1,"blocks":-3}');
  expect(await blocks().inARow(row)).toBe(0);
  await blocks().set(row, 1);
  expect(await blocks().inARow(row)).toBe(1);
});

test('rows of long ago are cleared away, recent ones stay', async () => {
  await blocks().set({ ...row, clientSession: 'old' }, 4);
  const [old] = (await readdir(dir())) as [string];
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  await utimes(join(dir(), old), longAgo, longAgo);
  await blocks().set({ ...row, clientSession: 'recent' }, 4);
  await blocks().set(row, 1);
  expect(await readdir(dir())).toHaveLength(2);
  expect(await blocks().inARow({ ...row, clientSession: 'recent' })).toBe(4);
});

test('a directory that cannot be made is a fault, not a silent zero', async () => {
  await writeFile(dir(), 'in the way');
  await expect(blocks().set(row, 1)).rejects.toMatchObject({ code: 'STORE_FAILED' });
});
