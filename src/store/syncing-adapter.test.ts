import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { inTempDir, sources } from '../testing/sample-journal.js';
import { realDisk } from './real-disk.js';
import { SyncingAdapter } from './syncing-adapter.js';

const inFile = (test: (path: string, dir: string) => Promise<void>) =>
  inTempDir((dir) => test(join(dir, 'cache.json'), dir));

test('what was written is read, and no other file is left', () =>
  inFile(async (path, dir) => {
    const adapter = new SyncingAdapter(realDisk, path, sources().nonce);
    await adapter.write({ a: 1 });
    await adapter.write({ a: 2 });
    expect(await adapter.read()).toEqual({ a: 2 });
    expect(await readdir(dir)).toEqual(['cache.json']);
  }));

test('a file that is missing, cut, longer or changed reads as none', () =>
  inFile(async (path) => {
    const adapter = new SyncingAdapter(realDisk, path, sources().nonce);
    expect(await adapter.read()).toBeNull();
    await adapter.write({ a: 1 });
    const whole = await readFile(path);
    for (const bytes of [whole.subarray(0, -1), Buffer.concat([whole, whole]), whole.fill('x', 15, 16)]) {
      await writeFile(path, bytes);
      expect(await adapter.read()).toBeNull();
    }
  }));

test('the bytes are synced before the rename and the name after it', () =>
  inFile(async (path) => {
    const { disk, calls } = new FaultyDisk(realDisk);
    await new SyncingAdapter(disk, path, sources().nonce).write({});
    expect(calls).toEqual(['writeNew', 'rename', 'syncDir']);
  }));

test.each(['writeNew', 'rename', 'syncDir'] as const)('a failed %s is a fault and leaves no temporary file', (call) =>
  inFile(async (path, dir) => {
    const faulty = new FaultyDisk(realDisk);
    faulty.fail(call, 'ENOSPC');
    const adapter = new SyncingAdapter(faulty.disk, path, sources().nonce);
    await expect(adapter.write({})).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect((await readdir(dir)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  }),
);

test('writers at the same time do not disturb each other', () =>
  inFile(async (path) => {
    const adapters = ['a', 'b', 'c'].map((name) => new SyncingAdapter(realDisk, path, sources(name).nonce));
    await Promise.all(adapters.map((adapter, index) => adapter.write({ index })));
    expect(await adapters[0]!.read()).toEqual({ index: expect.any(Number) });
  }));

test('what a crashed writer left is swept, what one is writing is not', () =>
  inFile(async (path, dir) => {
    const adapter = new SyncingAdapter(realDisk, path, sources().nonce);
    for (const name of ['cache.json.old.tmp', 'cache.json.new.tmp', 'other.tmp']) await writeFile(join(dir, name), '');
    await utimes(join(dir, 'cache.json.old.tmp'), 1, 1);
    await utimes(join(dir, 'other.tmp'), 1, 1);
    await adapter.write({});
    await adapter.sweep();
    expect((await readdir(dir)).sort()).toEqual(['cache.json', 'cache.json.new.tmp', 'other.tmp']);
  }));
