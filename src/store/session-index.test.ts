import { appendFile, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { beginSample, sampleId, sampleIndex, sampleJournal, sampleKey } from '../testing/index-samples.js';
import { inTempDir } from '../testing/sample-journal.js';
import type { Disk } from './disk.js';
import { indexName, shardOf, shardPath } from './index-shard.js';
import { realDisk } from './real-disk.js';

const [one, two] = [sampleId(1), sampleId(2)] as const;

const inStore = (test: (root: string) => Promise<void>) =>
  inTempDir(async (root) => {
    for (const id of [one, two]) await beginSample(root, id);
    await test(root);
  });

test('a summary is made once, and kept across processes', () =>
  inStore(async (root) => {
    const first = sampleIndex(root);
    expect(await first.look('first')).toEqual({ [one]: 'first', [two]: 'first' });
    expect(await first.look('second')).toEqual({ [one]: 'first', [two]: 'first' });
    expect(await sampleIndex(root).look('third')).toEqual({ [one]: 'first', [two]: 'first' });
  }));

test('everything sessions are found by comes back as it was', () =>
  inStore(async (root) => {
    const key = sampleKey({
      ...{ projectDir: '/p/ä "q"', updatedAt: 7, open: true, damaged: true, tickets: 3, ticketsForPerson: 2 },
      ...{ holds: { orchestrator: 1, system3: 2, solo: 3 }, dueAt: 0, trees: ['/t', '/p/ä "q"'] },
    });
    const summarise = async (id: string) => Promise.resolve(id === one ? key : sampleKey());
    const { index } = sampleIndex(root);
    await index.find({ summarise });
    await index.save();
    const { rows } = await sampleIndex(root).index.find({ summarise: async () => Promise.reject(new Error('made')) });
    expect(rows.map((row) => row.key)).toEqual([key, sampleKey()].sort((a) => (one < two === (a === key) ? -1 : 1)));
    expect(rows.find(({ sessionId }) => sessionId === one)?.summary).toEqual(key);
  }));

test.each<[string, (root: string) => Promise<unknown>]>([
  ['a record more', async (root) => appendFile(sampleJournal(root, one), 'more')],
  ['another time', async (root) => utimes(sampleJournal(root, one), 1, 1)],
])('%s: the summary is made again', (_name, change) =>
  inStore(async (root) => {
    const index = sampleIndex(root);
    await index.look('first');
    await change(root);
    expect(await index.look('second')).toEqual({ [one]: 'second', [two]: 'first' });
  }),
);

test('a summary counts no longer than the journal it was made from, if that grew meanwhile', () =>
  inStore(async (root) => {
    const index = sampleIndex(root);
    await index.index.find({
      summarise: async (id) => {
        await appendFile(sampleJournal(root, id), 'more');
        return { ...sampleKey(), name: 'first' };
      },
    });
    expect(await index.look('second')).toEqual({ [one]: 'second', [two]: 'second' });
  }));

test('summaries of another shape, or in a file that does not check, are not used', () =>
  inStore(async (root) => {
    await sampleIndex(root).look('first');
    expect(await sampleIndex(root, { shape: 'info@2' }).look('second')).toEqual({ [one]: 'second', [two]: 'second' });
    for (const name of await readdir(join(root, indexName))) {
      const file = join(root, indexName, name);
      const bytes = await readFile(file);
      await writeFile(file, bytes.fill('x', 30, 31));
    }
    expect(await sampleIndex(root).look('third')).toEqual({ [one]: 'third', [two]: 'third' });
  }));

test('sessions that are gone are forgotten, and those without a journal or that cannot be read are told', () =>
  inStore(async (root) => {
    const index = sampleIndex(root);
    await index.look('first');
    await rm(join(root, 'sessions', one), { recursive: true });
    expect(await index.look()).toEqual({ [two]: 'first' });
    await beginSample(root, one);
    await rm(sampleJournal(root, two));
    const unread = await index.index.find({ summarise: async () => Promise.resolve(undefined) });
    expect(unread.unread).toEqual([one, two].sort());
    expect(await index.look('second')).toEqual({ [one]: 'second' });
  }));

test('an index that cannot be written is one warning, whatever is listed', () =>
  inStore(async (root) => {
    const faulty = new FaultyDisk(realDisk);
    const index = sampleIndex(root, { disk: faulty.disk });
    faulty.fail('rename', 'EIO');
    await index.look('first');
    expect(index.warnings).toEqual([expect.stringContaining('listing will be slower')]);
    const readOnly = sampleIndex(root, { disk: faulty.disk });
    faulty.fail('makeDir', 'EROFS');
    await readOnly.look('first');
    expect(readOnly.warnings).toEqual([]);
  }));

// To a user the bug looks like this: two servers, and each of them makes again what the other had made already.
test('processes that write at the same time keep each other’s summaries', () =>
  inStore(async (root) => {
    const ids = Array.from({ length: 200 }, (_, at) => sampleId(at));
    for (const id of ids) await beginSample(root, id);
    const [a, b] = [sampleIndex(root), sampleIndex(root)];
    await a.look('a');
    await b.look('b');
    await appendFile(sampleJournal(root, ids[0]!), 'more');
    // Another session in the same file: each knows of one change, and writes that file.
    const other = ids.find((id, at) => at > 0 && shardOf(id) === shardOf(ids[0]!))!;
    await a.index.find({ summarise: async () => Promise.resolve({ ...sampleKey(), name: 'a2' }) });
    await appendFile(sampleJournal(root, other), 'more');
    await b.index.find({ summarise: async () => Promise.resolve({ ...sampleKey(), name: 'b2' }) });
    await Promise.all([a.index.save(), b.index.save()]);
    const later = sampleIndex(root);
    await later.look('later');
    // Of a lost write at most one row has to be made again, and then it stays.
    expect(later.made.length).toBeLessThanOrEqual(1);
    const last = sampleIndex(root);
    await last.look('last');
    expect(last.made).toEqual([]);
    expect(a.made.length + b.made.length).toBe(ids.length);
  }));

test('a process that runs on takes in what another one made', () =>
  inStore(async (root) => {
    const server = sampleIndex(root);
    await server.look('first');
    await appendFile(sampleJournal(root, one), 'more');
    await sampleIndex(root).look('by another');
    expect(await server.look('again')).toEqual({ [one]: 'by another', [two]: 'first' });
    expect(server.made.length).toBe(2);
  }));

test('of other projects not even the journal is looked at', () =>
  inStore(async (root) => {
    const index = sampleIndex(root);
    const of = (dir: string) => async (id: string) =>
      Promise.resolve(sampleKey({ projectDir: id === one ? dir : '/other' }));
    await index.index.find({ summarise: of('/own') });
    await appendFile(sampleJournal(root, two), 'more');
    const looked: string[] = [];
    const found = await index.index.find({
      ofProject: (dir) => dir === '/own',
      summarise: async (id) => (looked.push(id), of('/own')(id)),
    });
    expect([found.rows.map(({ sessionId }) => sessionId), found.unread, looked]).toEqual([[one], [], []]);
  }));

describe('for those who look every few seconds', () => {
  const minute = 60_000;
  /** 400 sessions that rest, of which the last hundred changed last. */
  const resting = (test: (root: string, ids: string[]) => Promise<void>) =>
    inTempDir(async (root) => {
      const ids = Array.from({ length: 400 }, (_, at) => sampleId(at));
      for (const [at, id] of ids.entries()) {
        await beginSample(root, id);
        await utimes(sampleJournal(root, id), 1000 + at, 1000 + at);
      }
      await test(root, ids);
    });

  test('only journals that changed last are looked at again, the others after a minute', () =>
    resting(async (root, ids) => {
      let nowMs = 0;
      const counted = countingStats(realDisk);
      const index = sampleIndex(root, { disk: counted.disk, now: () => nowMs });
      const look = async (ms: number) => {
        nowMs = ms;
        const before = counted.journals();
        const found = await index.look('x', { ageMsMax: minute });
        expect(Object.keys(found).length).toBe(ids.length);
        return counted.journals() - before;
      };
      expect(await look(1)).toBe(400);
      expect(await look(5000)).toBe(256);
      expect(await look(minute + 2)).toBe(400);
      // A clock that goes back makes nothing look fresh for longer.
      expect(await look(-10 * minute)).toBe(400);
    }));

  test('a change of one that rested shows after a minute, of a lively one and of a new one at once', () =>
    resting(async (root, ids) => {
      let nowMs = 0;
      const index = sampleIndex(root, { now: () => nowMs });
      const look = async (name: string) => index.look(name, { ageMsMax: minute });
      await look('first');
      const [oldest, newest] = [ids[0]!, ids.at(-1)!];
      for (const id of [oldest, newest]) await appendFile(sampleJournal(root, id), 'more');
      await beginSample(root, sampleId(1000));
      nowMs = 5000;
      const soon = await look('second');
      expect([soon[oldest], soon[newest], soon[sampleId(1000)]]).toEqual(['first', 'second', 'second']);
      nowMs = minute + 1;
      expect((await look('third'))[oldest]).toBe('third');
    }));

  test('one that cannot be read is not tried again until it changes', () =>
    resting(async (root) => {
      const index = sampleIndex(root, { now: () => 1 });
      let tries = 0;
      const summarise = async () => ((tries += 1), Promise.resolve(undefined));
      await index.index.find({ summarise, ageMsMax: minute });
      await index.index.find({ summarise, ageMsMax: minute });
      expect(tries).toBe(400);
      await index.index.find({ summarise });
      expect(tries).toBe(800);
    }));
});

// To a user the bug looks like this: with 20,000 sessions a list takes minutes, because each session costs what all cost.
test.each([500, 2000])('what a list of %i sessions costs grows with what changed', (count) =>
  inTempDir(async (root) => {
    const ids = Array.from({ length: count }, (_, at) => sampleId(at));
    for (const id of ids) await beginSample(root, id);
    const counted = countingStats(realDisk);
    const cold = sampleIndex(root, { disk: counted.disk });
    await cold.look();
    // Once each, and each of the 64 files once.
    expect([cold.made.length, counted.journals()]).toEqual([count, count]);
    expect(counted.writes()).toBeLessThanOrEqual(64);
    const bytesAll = counted.bytes();

    const warm = sampleIndex(root, { disk: counted.disk });
    await warm.look();
    expect([warm.made.length, counted.journals(), counted.bytes()]).toEqual([0, 2 * count, bytesAll]);
    expect(counted.reads()).toBeLessThanOrEqual(64);

    for (const id of ids.slice(0, 3)) await appendFile(sampleJournal(root, id), 'more');
    const stale = sampleIndex(root, { disk: counted.disk });
    await stale.look();
    expect([stale.made.length, counted.journals()]).toEqual([3, 3 * count]);
    expect(counted.bytes() - bytesAll).toBeLessThan((bytesAll / 64) * 3 * 3);
  }),
);

test('a list that was interrupted has not worked for nothing', () =>
  inTempDir(async (root) => {
    const ids = Array.from({ length: 1000 }, (_, at) => sampleId(at));
    for (const id of ids) await beginSample(root, id);
    let left = 500;
    const { index } = sampleIndex(root);
    const summarise = async () =>
      (left -= 1) < 0 ? Promise.reject(new Error('Ctrl-C')) : Promise.resolve(sampleKey());
    await expect(index.find({ summarise })).rejects.toThrow('Ctrl-C');
    const next = sampleIndex(root);
    await next.look();
    expect(next.made.length).toBeLessThan(600);
  }));

test('the file of an earlier Proctor, and what crashed writers left, are removed', () =>
  inStore(async (root) => {
    await sampleIndex(root).look();
    await writeFile(join(root, 'index.json'), 'x');
    const left = `${shardPath(root, shardOf(one))}.abc.tmp`;
    await writeFile(left, '');
    await utimes(left, 1, 1);
    await appendFile(sampleJournal(root, one), 'more');
    await sampleIndex(root).look();
    const names = [...(await readdir(root)), ...(await readdir(join(root, indexName)))];
    expect(names.filter((name) => name === 'index.json' || name.endsWith('.tmp'))).toEqual([]);
  }));

/** Counts what lists cost, whatever a clock says. */
function countingStats(beneath: Disk) {
  const counts = { journals: 0, reads: 0, writes: 0, bytes: 0 };
  const disk: Disk = {
    ...beneath,
    statAll: async (paths) => {
      counts.journals += paths.filter((path) => path.endsWith('.jsonl')).length;
      return beneath.statAll(paths);
    },
    readFile: async (path) => ((counts.reads += 1), beneath.readFile(path)),
    writeNew: async (path, bytes) => {
      counts.writes += 1;
      counts.bytes += bytes.length;
      await beneath.writeNew(path, bytes);
    },
  };
  const reset = <K extends keyof typeof counts>(name: K) => counts[name];
  return {
    disk,
    journals: () => reset('journals'),
    reads: () => {
      const { reads } = counts;
      counts.reads = 0;
      return reads;
    },
    writes: () => reset('writes'),
    bytes: () => reset('bytes'),
  };
}
