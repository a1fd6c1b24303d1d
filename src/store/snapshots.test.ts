import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { inTempDir, sources } from '../testing/sample-journal.js';
import type { Disk } from './disk.js';
import { realDisk } from './real-disk.js';
import { Snapshots, snapshotName, type Snapshot } from './snapshots.js';

const snapshot: Snapshot = {
  seq: 3,
  hash: 'ab'.repeat(32),
  time: 7,
  offset: 900,
  offsets: [0, 250, 600],
  state: { nodes: ['ä'] },
  summary: { open: true },
};

const inSession = (test: (dir: string, on: (disk: Disk) => Snapshots, warnings: string[]) => Promise<void>) =>
  inTempDir(async (dir) => {
    await mkdir(join(dir, 's-1'));
    const warnings: string[] = [];
    const options = { nonce: sources().nonce, onWarning: (message: string) => warnings.push(message), shape: '1' };
    await test(join(dir, 's-1'), (disk) => new Snapshots(disk, (id) => join(dir, id), options), warnings);
  });

test('a snapshot comes back as it was kept', () =>
  inSession(async (_dir, on) => {
    expect(await on(realDisk).load('s-1')).toBeUndefined();
    expect(await on(realDisk).save('s-1', snapshot)).toBe(true);
    expect(await on(realDisk).load('s-1')).toEqual(snapshot);
  }));

test('a damaged snapshot is none', () =>
  inSession(async (dir, on) => {
    await on(realDisk).save('s-1', snapshot);
    const path = join(dir, snapshotName);
    const bytes = await readFile(path);
    for (let at = 0; at < bytes.length; at += 1) {
      await writeFile(path, Buffer.from(bytes).fill(bytes.readUInt8(at) ^ 4, at, at + 1));
      expect(await on(realDisk).load('s-1')).toBeUndefined();
    }
  }));

test('a snapshot that does not know where each record begins is none', () =>
  inSession(async (_dir, on) => {
    await on(realDisk).save('s-1', { ...snapshot, offsets: [0] });
    expect(await on(realDisk).load('s-1')).toBeUndefined();
  }));

test('a snapshot that cannot be written is a warning, and the one before stays', () =>
  inSession(async (_dir, on, warnings) => {
    const faulty = new FaultyDisk(realDisk);
    await on(realDisk).save('s-1', snapshot);
    faulty.fail('writeNew', 'ENOSPC');
    expect(await on(faulty.disk).save('s-1', { ...snapshot, seq: 4 })).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('No snapshot of s-1 was kept')]);
    expect(await on(realDisk).load('s-1')).toEqual(snapshot);
  }));
