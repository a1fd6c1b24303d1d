import { hash } from 'node:crypto';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JournalRecord } from '../../machines/schema/record.js';
import { inTempDir, refusal, sources } from '../testing/sample-journal.js';
import { processesOn } from './holder.js';
import { realDisk } from './real-disk.js';
import { Store } from './store.js';

const one = 's-00000000000000000001';
const two = 's-00000000000000000002';

const inStore = (test: (store: Store) => Promise<void>) =>
  inTempDir((dir) =>
    test(
      new Store({
        disk: realDisk,
        root: join(dir, 'made', 'on', 'demand'),
        processes: processesOn(realDisk),
        onWarning: (message) => {
          throw new Error(message);
        },
        summaryShape: '1',
        ...sources(),
      }),
    ),
  );

async function fill(store: Store, id: string, names: string[]) {
  const { journal } = await store.create(id);
  for (const name of names) await journal.append(refusal(name));
  await journal.close();
  return journal;
}

async function flip(store: Store, id: string, at: (bytes: Buffer) => number) {
  const path = join(store.dirOf(id), 'journal.jsonl');
  const bytes = await readFile(path);
  const offset = at(bytes);
  bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
  await writeFile(path, bytes);
  return bytes;
}

async function reopen(store: Store, id: string) {
  const { journal, records } = await store.journal(id, await store.snapshots.load(id));
  await journal.close();
  return { journal, seqs: records.map(({ seq }) => seq) };
}

test('the list of sessions is the directory, without what is no session', () =>
  inStore(async (store) => {
    expect(await store.sessions()).toEqual([]);
    await fill(store, two, ['a']);
    await fill(store, one, ['a']);
    await writeFile(join(store.root, 'sessions', 'notes.txt'), '');
    expect(await store.sessions()).toEqual([one, two]);
    expect([await store.exists(one), await store.exists('s-00000000000000000009')]).toEqual([true, false]);
  }));

test('an id that is none never touches a path', () =>
  inStore(async (store) => {
    expect(() => store.dirOf('../../etc')).toThrow('a session id is matched');
    await expect(store.create('../../etc')).rejects.toThrow('a session id is matched');
  }));

test('a session opens from its snapshot', () =>
  inStore(async (store) => {
    const journal = await fill(store, one, ['a', 'b']);
    await store.snapshots.save(one, { ...journal.position, state: null });
    await fill(store, one, ['c']);
    expect((await reopen(store, one)).seqs).toEqual([3]);
    expect(await store.audit(one)).toMatchObject({ ok: true, records: 3 });
  }));

test('an archived session is out of the list and keeps its journal', () =>
  inStore(async (store) => {
    await fill(store, one, ['a']);
    await store.archive(one);
    expect([await store.sessions(), await store.archived()]).toEqual([[], [one]]);
    await expect(store.journal(one)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await expect(store.archive(one)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await fill(store, one, ['b']);
    await expect(store.archive(one)).rejects.toMatchObject({ code: 'SESSION_EXISTS' });
  }));

test('a removed session leaves nothing behind', () =>
  inStore(async (store) => {
    await fill(store, one, ['a']);
    await fill(store, two, ['a']);
    await store.remove(one);
    expect(await store.sessions()).toEqual([two]);
    expect(await readdir(join(store.root, 'removed'))).toEqual([]);
    await expect(store.remove(one)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  }));

const person = { role: 'person', known: 'person', agentId: 'ann', client: 'cli tty1' } as const;

describe('repair', () => {
  test('leaves a sound session as it is', () =>
    inStore(async (store) => {
      await fill(store, one, ['a']);
      const before = await readdir(store.dirOf(one));
      expect(await store.repair(one, person)).toEqual({ repaired: false });
      expect(await readdir(store.dirOf(one))).toEqual(before);
    }));

  test('keeps the records before the damage and the old file, and the session goes on', () =>
    inStore(async (store) => {
      const { position } = await fill(store, one, ['a', 'b', 'c', 'd']);
      await store.snapshots.save(one, { ...position, seq: 1, offsets: [0], state: null });
      const damaged = await flip(store, one, () => position.offsets[2]! + 60);
      const repair = await store.repair(one, person);
      expect(repair).toMatchObject({
        repaired: true,
        damage: { seq: 3, offset: position.offsets[2], kind: 'garbled' },
        kept: { records: 2, head: { seq: 2 } },
        dropped: { records: [4], bytes: damaged.length - position.offsets[2]! },
        originals: ['journal.damaged-1.jsonl'],
      });
      expect(await readFile(join(store.dirOf(one), 'journal.damaged-1.jsonl'))).toEqual(damaged);
      const journal = await readFile(join(store.dirOf(one), 'journal.jsonl'));
      expect(journal.subarray(0, position.offsets[2])).toEqual(damaged.subarray(0, position.offsets[2]));
      const { records, journal: read } = await store.journal(one);
      await read.close();
      expect(records.at(-1)?.record).toMatchObject({
        by: person,
        command: {
          ...{ type: 'session.repair', kind: 'damaged', from: { seq: 3, offset: position.offsets[2] } },
          // The spoilt one and the whole one after it.
          dropped: { records: 2, bytes: damaged.length - position.offsets[2]! },
          original: { hash: hash('sha256', damaged), files: ['journal.damaged-1.jsonl'] },
        },
      });
      expect(JournalRecord.safeParse(records.at(-1)?.record).error).toBeUndefined();
      await fill(store, one, ['e']);
      expect(await reopen(store, one)).toMatchObject({ seqs: [1, 2, 3, 4], journal: { damage: undefined } });
      expect((await readdir(store.dirOf(one))).sort()).toEqual(['journal.damaged-1.jsonl', 'journal.jsonl']);
    }));

  test('keeps every old file', () =>
    inStore(async (store) => {
      await fill(store, one, ['a', 'b', 'c']);
      for (const number of [1, 2]) {
        await flip(store, one, ({ length }) => length - 40);
        expect(await store.repair(one, person)).toMatchObject({ originals: [`journal.damaged-${number}.jsonl`] });
      }
      // Two records and the note of the first repair, cut again to the records before that note.
      expect((await reopen(store, one)).seqs).toEqual([1, 2, 3]);
    }));

  test('tells a process that still writes to the old file that it is no longer the journal', () =>
    inStore(async (store) => {
      const { journal } = await store.create(one);
      for (const name of ['a', 'b', 'c']) await journal.append(refusal(name));
      await flip(store, one, () => 60);
      await store.repair(one, person);
      await expect(journal.append(refusal('d'))).rejects.toThrow('replaced by another file');
      await journal.close();
    }));

  test('lets a cut session go on from what is left, and keeps the snapshot that knew more', () =>
    inStore(async (store) => {
      const { position } = await fill(store, one, ['a', 'b', 'c']);
      await store.snapshots.save(one, { ...position, state: null });
      await truncate(join(store.dirOf(one), 'journal.jsonl'), position.offsets[1]);
      expect((await reopen(store, one)).journal.behindSnapshot).toBe(true);
      expect(await store.audit(one)).toMatchObject({ ok: false });
      expect(await store.repair(one, person)).toMatchObject({
        repaired: true,
        kept: { records: 1 },
        originals: ['snapshot.damaged-1.json'],
      });
      const { journal, seqs } = await reopen(store, one);
      expect([journal.damage, seqs]).toEqual([undefined, [1, 2]]);
      const { records, journal: read } = await store.journal(one);
      await read.close();
      expect(records.at(-1)?.record).toMatchObject({
        by: person,
        command: { type: 'session.repair', kind: 'cut', from: { seq: 2 }, dropped: { records: 2, bytes: 0 } },
      });
    }));
});
