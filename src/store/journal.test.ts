import { appendFile, copyFile, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { acceptance, inTempDir, JournalBytes, refusal, sources } from '../testing/sample-journal.js';
import type { Disk } from './disk.js';
import { journalName } from './journal-file.js';
import type { AppendResult, JournalOptions } from './journal-options.js';
import { Journal } from './journal.js';
import { realDisk } from './real-disk.js';

const opened: Journal[] = [];

async function open(dir: string, options: Partial<JournalOptions> = {}, disk: Disk = realDisk) {
  const result = await Journal.open(disk, dir, { create: true, ...sources(), ...options });
  opened.push(result.journal);
  return result;
}

afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
});

const won = (result: AppendResult) => {
  if (!result.won) throw new Error('lost the race');
  return result;
};

const inSession = (test: (dir: string, file: string) => Promise<void>) =>
  inTempDir((dir) => test(join(dir, 'sessions', 's-1'), join(dir, 'sessions', 's-1', journalName)));

const seqs = (records: readonly { seq: number }[]) => records.map(({ seq }) => seq);

test('a record appended is there when the journal is opened again', () =>
  inSession(async (dir) => {
    const { journal } = await open(dir);
    const first = won(await journal.append(acceptance('ä — "quoted"')));
    const second = won(await journal.append(refusal('b')));
    const reopened = await open(dir, { create: false });
    expect(reopened.records.map(({ record, hash }) => ({ record, hash }))).toEqual([
      { record: first.record, hash: first.hash },
      { record: second.record, hash: second.hash },
    ]);
    expect(reopened.journal.head).toEqual(journal.head);
    expect(second.record).toMatchObject({ v: 1, seq: 2, prev: first.hash });
  }));

test('a session that is not there is not made by opening it', () =>
  inSession(async (dir) => {
    await expect(open(dir, { create: false })).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND', retry: false });
  }));

test('a session directory that is a link is not followed', () =>
  inTempDir(async (dir) => {
    await open(join(dir, 'elsewhere'));
    await symlink(join(dir, 'elsewhere'), join(dir, 'link'));
    await expect(open(join(dir, 'link'))).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  }));

test('time stamps never go back, whatever the clock does', () =>
  inSession(async (dir) => {
    const clock = [5000, 3000, 7000];
    const { journal } = await open(dir, { now: () => clock.shift()! });
    for (const name of ['a', 'b', 'c']) await journal.append(refusal(name));
    expect((await journal.readRange(0)).map(({ record }) => record.time)).toEqual([5000, 5000, 7000]);
  }));

describe('two journals on one file', () => {
  test('the one that appends second is told what came first, and wins the next time', () =>
    inSession(async (dir) => {
      const [{ journal: one }, { journal: two }] = [await open(dir), await open(dir, sources('two'))];
      const first = won(await one.append(refusal('first')));
      const lost = await two.append(refusal('second'));
      expect(lost).toMatchObject({ won: false, newRecords: [{ seq: 1, hash: first.hash }] });
      expect(won(await two.append(refusal('second'))).record.seq).toBe(2);
      expect(seqs(await one.readNew())).toEqual([2]);
      expect(one.head).toEqual(two.head);
    }));

  test('reading shows what the other appended, once', () =>
    inSession(async (dir) => {
      const [{ journal: one }, { journal: two }] = [await open(dir), await open(dir, sources('two'))];
      await one.append(refusal('a'));
      await one.append(refusal('b'));
      expect(seqs(await two.readNew())).toEqual([1, 2]);
      expect(await two.readNew()).toEqual([]);
    }));

  test('a read between an append and its outcome does not take the record away', () =>
    inSession(async (dir) => {
      const { journal } = await open(dir);
      const [result, read] = await Promise.all([journal.append(refusal('a')), journal.readNew()]);
      expect(won(result).record.seq).toBe(1);
      expect(read).toEqual([]);
    }));

  test('a line still being written is waited for', () =>
    inSession(async (dir, file) => {
      const { journal } = await open(dir);
      const { bytes } = new JournalBytes().add(refusal('slow'));
      await appendFile(file, bytes.subarray(0, 50));
      expect(await journal.readNew()).toEqual([]);
      await appendFile(file, bytes.subarray(50));
      expect(seqs(await journal.readNew())).toEqual([1]);
    }));
});

describe('the disk', () => {
  test('is asked for one write, one sync and one read for each append, however long the journal', () =>
    inSession(async (dir) => {
      const faulty = new FaultyDisk(realDisk);
      const { journal } = await open(dir, {}, faulty.disk);
      for (let index = 0; index < 50; index += 1) await journal.append(refusal('a'));
      faulty.calls.length = 0;
      await journal.append(refusal('b'));
      expect(faulty.calls).toEqual(['append', 'datasync', 'stat', 'read']);
      faulty.calls.length = 0;
      await journal.readNew();
      expect(faulty.calls).toEqual(['size']);
    }));

  test('has the names of a new journal, up to the root, synced before its first byte', () =>
    inSession(async (dir) => {
      const faulty = new FaultyDisk(realDisk);
      const { journal } = await open(dir, {}, faulty.disk);
      faulty.calls.length = 0;
      await journal.append(refusal('a'));
      const levels = dir.split('/').length;
      expect(faulty.calls).toEqual([...Array<string>(levels).fill('syncDir'), 'append', 'datasync', 'stat', 'read']);
    }));

  test('has what another process wrote synced before it is shown', () =>
    inSession(async (dir) => {
      const faulty = new FaultyDisk(realDisk);
      const { journal } = await open(dir, {}, faulty.disk);
      await (await open(dir, sources('two'))).journal.append(refusal('a'));
      faulty.fail('datasync', 'EIO');
      await expect(journal.readNew()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    }));

  test.each([0, 1, 5, 11, 40])('can be full after %d bytes, and the session goes on once it is not', (bytes) =>
    inSession(async (dir) => {
      const faulty = new FaultyDisk(realDisk);
      const { journal } = await open(dir, {}, faulty.disk);
      await journal.append(refusal('before'));
      faulty.shortenAppend(bytes);
      await expect(journal.append(refusal('too long'))).rejects.toMatchObject({ code: 'DISK_FULL', retry: true });
      expect(await journal.readNew()).toEqual([]);
      expect((await open(dir)).journal.damage).toBeUndefined();
      expect(won(await journal.append(refusal('after'))).record.seq).toBe(2);
      expect(seqs((await open(dir)).records)).toEqual([1, 2]);
    }),
  );

  test('can refuse a write for want of space, and the session goes on', () =>
    inSession(async (dir) => {
      const faulty = new FaultyDisk(realDisk);
      const { journal } = await open(dir, {}, faulty.disk);
      faulty.fail('append', 'ENOSPC');
      await expect(journal.append(refusal('a'))).rejects.toMatchObject({ code: 'DISK_FULL', retry: true });
      expect(won(await journal.append(refusal('a'))).record.seq).toBe(1);
    }));

  test.each(['datasync', 'append', 'read'] as const)('is not asked again after a %s that failed', (call) =>
    inSession(async (dir) => {
      const faulty = new FaultyDisk(realDisk);
      const { journal } = await open(dir, {}, faulty.disk);
      faulty.fail(call, 'EIO');
      const fault = await journal.append(refusal('a')).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: 'STORE_FAILED', retry: false });
      faulty.calls.length = 0;
      await expect(journal.append(refusal('b'))).rejects.toBe(fault);
      await expect(journal.readNew()).rejects.toBe(fault);
      await expect(journal.readRange(0)).rejects.toBe(fault);
      expect(faulty.calls).toEqual([]);
    }),
  );
});

test('what is written into a file that was replaced is on no record, and that is said', () =>
  inSession(async (dir, file) => {
    const { journal } = await open(dir);
    await journal.append(refusal('a'));
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, file);
    await expect(journal.append(refusal('b'))).rejects.toMatchObject({
      ...{ code: 'STORE_FAILED', retry: false, message: expect.stringContaining('replaced') as string },
    });
    const { records, journal: again } = await open(dir, { create: false });
    expect(seqs(records)).toEqual([1]);
    expect(won(await again.append(refusal('b'))).record.seq).toBe(2);
  }));

describe('a damaged journal', () => {
  const damaged = async (file: string) => {
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
    await writeFile(file, bytes);
  };

  test('opens with the records before the damage, and cannot be written', () =>
    inSession(async (dir, file) => {
      const { journal: before } = await open(dir);
      for (const name of ['a', 'b', 'c']) await before.append(refusal(name));
      await damaged(file);
      const { journal, records } = await open(dir);
      expect(seqs(records)).toEqual([1, 2]);
      expect(journal.damage).toMatchObject({ seq: 3, kind: 'garbled' });
      const fault = await journal.append(refusal('d')).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: 'SESSION_DAMAGED', retry: false });
      expect(fault).toHaveProperty('fix', expect.stringContaining('proctor repair s-1'));
      expect(seqs(await journal.readRange(0))).toEqual([1, 2]);
    }));

  test('is noticed by a process that appends behind the damage, before it is told of success', () =>
    inSession(async (dir, file) => {
      const { journal } = await open(dir);
      await journal.append(refusal('a'));
      await appendFile(file, '\nnot a line of a journal');
      await expect(journal.append(refusal('b'))).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
      expect((await open(dir)).journal.head.seq).toBe(1);
    }));

  test('shows when it became shorter than what was read before', () =>
    inSession(async (dir, file) => {
      const { journal } = await open(dir);
      await journal.append(refusal('a'));
      await journal.append(refusal('b'));
      await truncate(file, 100);
      expect(await journal.readNew()).toEqual([]);
      expect(journal.damage).toMatchObject({ kind: 'cut' });
    }));

  test('of a newer format is left to the newer Proctor', () =>
    inSession(async (dir, file) => {
      await (await open(dir)).journal.append(refusal('a'));
      const newer = { ...refusal('b'), v: 2 };
      await appendFile(file, new JournalBytes().add(newer).bytes);
      const { journal } = await open(dir);
      await expect(journal.append(refusal('c'))).rejects.toMatchObject({ code: 'NEWER_FORMAT' });
    }));
});

describe('opening from a position', () => {
  const filled = async (dir: string) => {
    const { journal } = await open(dir);
    for (const name of ['a', 'b', 'c', 'd']) await journal.append(refusal(name));
    return journal.position;
  };

  test('reads only what came after it, and still finds what came before', () =>
    inSession(async (dir) => {
      const from = await filled(dir);
      await (await open(dir)).journal.append(refusal('e'));
      const { journal, records } = await open(dir, { from });
      expect(seqs(records)).toEqual([5]);
      expect(journal.behindSnapshot).toBe(false);
      expect(Object.keys(journal.head)).toEqual(['seq', 'hash', 'time', 'offset']);
      expect(seqs(await journal.readRange(1, 2))).toEqual([2, 3]);
      expect(seqs(await journal.readRange(0))).toEqual([1, 2, 3, 4, 5]);
    }));

  test('shows a journal that was cut since', () =>
    inSession(async (dir, file) => {
      const from = await filled(dir);
      await truncate(file, from.offsets[2]);
      const { journal, records } = await open(dir, { from });
      expect(journal.behindSnapshot).toBe(true);
      expect(seqs(records)).toEqual([1, 2]);
      expect(journal.damage).toMatchObject({ kind: 'cut', seq: 3 });
      await expect(journal.append(refusal('e'))).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
      expect(await journal.readNew()).toEqual([]);
      await expect(journal.append(refusal('e'))).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
    }));

  test('shows a journal whose last record was another', () =>
    inSession(async (dir) => {
      const from = await filled(dir);
      const { journal } = await open(dir, { from: { ...from, hash: 'f'.repeat(64) } });
      expect(journal.behindSnapshot).toBe(true);
    }));
});

test('a range is checked again as it is read', () =>
  inSession(async (dir, file) => {
    const { journal } = await open(dir);
    for (const name of ['a', 'b', 'c']) await journal.append(refusal(name));
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
    await writeFile(file, bytes);
    await expect(journal.readRange(0, 2)).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
    expect(seqs(await journal.readRange(1, 10))).toEqual([2, 3]);
    expect(await journal.readRange(3, 10)).toEqual([]);
  }));
