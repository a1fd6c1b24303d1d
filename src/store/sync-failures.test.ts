// What the bug looks like: the disk fails once, Proctor says so once, and the next calls are answered with success.
// After a power cut they are gone, and the journal is damaged in the middle.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { ForgetfulDisk } from '../testing/forgetful-disk.js';
import { inTempDir, refusal, sources } from '../testing/sample-journal.js';
import { codeOf, type Disk } from './disk.js';
import { realDisk } from './real-disk.js';
import { Store } from './store.js';
import { syncMarkName } from './sync-failures.js';

const id = 's-00000000000000000001';
const journal = 'journal.jsonl';

/** A process on the machine: it knows nothing of what others keep in memory. */
function processOn(disk: Disk, root: string, { pid = 1, boot = 'boot-1' } = {}): Store {
  const self = { pid, start: '1', boot };
  const processes = { self: async () => self, isAlive: async () => true };
  const onWarning = () => undefined;
  return new Store({ disk, root, processes, onWarning, summaryShape: '1', ...sources(`process-${pid}-${boot}`) });
}

interface Scene {
  readonly forgetful: ForgetfulDisk;
  readonly root: string;
  /** Has acknowledged `a` and `b`, then failed to sync `c`. */
  readonly failed: Store;
}

const afterFailedSync = (test: (scene: Scene) => Promise<void>) =>
  inTempDir(async (root) => {
    const forgetful = new ForgetfulDisk(realDisk);
    const failed = processOn(forgetful.disk, root);
    const { journal: open } = await failed.create(id);
    for (const name of ['a', 'b']) await open.append(refusal(name));
    forgetful.failSync(journal);
    await expect(open.append(refusal('c'))).rejects.toMatchObject({
      code: 'STORE_FAILED',
      retry: false,
      message: expect.stringMatching(/s-0{19}1.*could not keep.*EIO.*up to record 2 is safe/) as unknown,
      fix: expect.stringMatching(/restart Proctor/) as unknown,
    });
    await open.close();
    await test({ forgetful, root, failed });
  });

async function subjectsIn(store: Store): Promise<string[]> {
  const { journal: open, records } = await store.journal(id);
  await open.close();
  return records.map(({ record }) => (record.outcome === 'REJECTED' ? (record.refused.errors[0]?.subject ?? '') : ''));
}

test('a process whose sync failed writes nothing more to the session, however often it is opened, and reads what is safe', () =>
  afterFailedSync(async ({ root, failed }) => {
    const file = join(root, 'sessions', id, journal);
    const before = await readFile(file);
    for (const open of [failed.journal(id), failed.create(id)]) {
      const { journal: again, records } = await open;
      expect(records.map(({ seq }) => seq)).toEqual([1, 2]);
      expect(again.damage).toMatchObject({ kind: 'unsynced', seq: 3 });
      await expect(again.append(refusal('d'))).rejects.toMatchObject({ code: 'STORE_FAILED', retry: false });
      expect(await again.readNew()).toEqual([]);
      await again.close();
    }
    expect(await readFile(file)).toEqual(before);
    expect(await failed.audit(id)).toMatchObject({ ok: false, damage: [{ seq: 3 }] });
    await expect(failed.repair(id, { role: 'person', known: 'person' })).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
  }));

test('another handle on the same session in the same process takes nothing more either', () =>
  inTempDir(async (root) => {
    const forgetful = new ForgetfulDisk(realDisk);
    const store = processOn(forgetful.disk, root);
    const { journal: one } = await store.create(id);
    await one.append(refusal('a'));
    const { journal: two } = await store.journal(id);
    forgetful.failSync(journal);
    await expect(one.append(refusal('b'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(two.append(refusal('c'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(two.readNew()).rejects.toMatchObject({ code: 'STORE_FAILED' });
  }));

test('another process builds on what the disk holds, not on what is shown; nothing it acknowledged is lost', () =>
  afterFailedSync(async ({ forgetful, root }) => {
    const other = processOn(forgetful.disk, root, { pid: 2 });
    const { journal: open, records } = await other.journal(id);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await open.append(refusal('d'))).toMatchObject({ won: true, record: { seq: 3 } });
    await open.close();
    await forgetful.crash();
    const later = processOn(forgetful.disk, root, { pid: 1, boot: 'boot-2' });
    expect(await subjectsIn(later)).toEqual(['a', 'b', 'd']);
    expect(await later.audit(id)).toMatchObject({ ok: true, records: 3 });
    expect(await readFile(join(root, 'sessions', id, syncMarkName)).catch(() => 'gone')).toBe('gone');
  }));

test.each([
  ['the disk does not hold what is shown', { canDrop: false }, /does not hold all that is shown/],
  ['nobody can tell what the disk holds', { canCompare: false }, /cannot be compared \(ENOTSUP\)/],
])('another process refuses where %s, reads what is safe, and goes on after a restart of the machine', (_, can, why) =>
  afterFailedSync(async ({ forgetful, root }) => {
    Object.assign(forgetful, can);
    const other = processOn(forgetful.disk, root, { pid: 2 });
    for (let look = 0; look < 2; look += 1) {
      const { journal: open, records } = await other.journal(id);
      expect(records.map(({ seq }) => seq)).toEqual([1, 2]);
      await expect(open.append(refusal('d'))).rejects.toMatchObject({
        code: 'STORE_FAILED',
        message: expect.stringMatching(why) as unknown,
      });
      await open.close();
    }
    await forgetful.crash();
    const { journal: open } = await processOn(forgetful.disk, root, { boot: 'boot-2' }).journal(id);
    expect(await open.append(refusal('d'))).toMatchObject({ won: true, record: { seq: 3 } });
    await open.close();
  }),
);

// Seen on a file system without a journal: memory was the only place that still had an acknowledged record.
test('what the disk has lost although it had confirmed it is never dropped from memory', () =>
  afterFailedSync(async ({ forgetful, root }) => {
    forgetful.lose(join(root, 'sessions', id, journal), 10);
    const other = await processOn(forgetful.disk, root, { pid: 2 }).journal(id);
    expect(other.journal.damage?.reason).toMatch(/lost what it had confirmed, from byte 10/);
    expect(other.records.map(({ seq }) => seq)).toEqual([1, 2]);
  }));

test('a process that has the session open meets the mark before it appends', () =>
  inTempDir(async (root) => {
    const forgetful = new ForgetfulDisk(realDisk);
    const one = await processOn(forgetful.disk, root).create(id);
    await one.journal.append(refusal('a'));
    const other = processOn(forgetful.disk, root, { pid: 2 });
    const two = await other.journal(id);
    forgetful.failSync(journal);
    await expect(one.journal.append(refusal('b'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    const size = (await stat(join(root, 'sessions', id, journal))).size;
    await expect(two.journal.append(refusal('c'))).rejects.toMatchObject({
      fix: expect.stringMatching(/^Repeat/) as unknown,
    });
    expect((await stat(join(root, 'sessions', id, journal))).size).toBe(size);
    await two.journal.close();
    const again = await other.journal(id);
    expect(await again.journal.append(refusal('c'))).toMatchObject({ won: true, record: { seq: 2 } });
  }));

test('a mark that cannot be read is no reason to trust the file, nor a lasting one to refuse it', () =>
  inTempDir(async (root) => {
    const forgetful = new ForgetfulDisk(realDisk);
    const store = processOn(forgetful.disk, root);
    const { journal: open } = await store.create(id);
    await open.append(refusal('a'));
    await writeFile(join(root, 'sessions', id, syncMarkName), 'not json');
    forgetful.canCompare = false;
    expect((await processOn(forgetful.disk, root, { pid: 2 }).journal(id)).journal.damage).toMatchObject({ seq: 1 });
    forgetful.canCompare = true;
    expect((await processOn(forgetful.disk, root, { pid: 2 }).journal(id)).journal.damage).toBeUndefined();
  }));

test('a new session whose name could not be made to last is not begun again by the same process', () =>
  inTempDir(async (root) => {
    const faulty = new FaultyDisk(realDisk);
    const store = processOn(faulty.disk, root);
    const { journal: open } = await store.create(id);
    faulty.fail('syncDir', 'EIO');
    await expect(open.append(refusal('a'))).rejects.toMatchObject({ code: 'STORE_FAILED', retry: false });
    const { journal: again } = await store.create(id);
    await expect(again.append(refusal('a'))).rejects.toMatchObject({ code: 'STORE_FAILED', retry: false });
    const { journal: other } = await processOn(faulty.disk, root, { pid: 2 }).create(id);
    expect(await other.append(refusal('a'))).toMatchObject({ won: true });
  }));

test('a journal that a repair put in place has its name synced before the first record is added to it', () =>
  inTempDir(async (root) => {
    const dir = join(root, 'sessions', id);
    await mkdir(dir, { recursive: true });
    const { journal: open } = await processOn(realDisk, root).create(id);
    await open.append(refusal('a'));
    const faulty = new FaultyDisk(realDisk);
    const { journal: again } = await processOn(faulty.disk, root, { pid: 2 }).journal(id);
    faulty.calls.length = 0;
    await again.append(refusal('b'));
    await again.append(refusal('c'));
    expect(faulty.calls.filter((call) => ['syncDir', 'append'].includes(call))).toEqual([
      'syncDir',
      'append',
      'append',
    ]);
  }));

test('what the disk holds is read past the cache, whole blocks or not', () =>
  inTempDir(async (root) => {
    for (const bytes of [0, 1, 4096, 1_048_576 + 17]) {
      const path = join(root, String(bytes));
      const content = Buffer.alloc(bytes, 'proctor');
      await writeFile(path, content);
      const held = await realDisk.readPastCache(path).catch((error: unknown) => codeOf(error));
      expect(held === 'ENOTSUP' || content.equals(held as Buffer)).toBe(true);
    }
  }));

test.each(['EROFS', 'EACCES'])('a store that may only be read (%s) says so to those who write', (code) =>
  inTempDir(async (root) => {
    const faulty = new FaultyDisk(realDisk);
    const { journal: open } = await processOn(faulty.disk, root).create(id);
    faulty.fail('append', code);
    const fix = expect.stringMatching(/may read this data directory and not write/) as unknown;
    await expect(open.append(refusal('a'))).rejects.toMatchObject({ code: 'STORE_FAILED', fix });
    await open.close();
  }),
);
