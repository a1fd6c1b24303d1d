import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { inTempDir, sources } from '../testing/sample-journal.js';
import { realDisk } from './real-disk.js';
import { indexName } from './fresh-summaries.js';
import { SessionIndex } from './session-index.js';

const warnings: string[] = [];
const options = { nonce: sources().nonce, onWarning: (message: string) => warnings.push(message), shape: '1' };

const inStore = (
  test: (dir: string, open: (disk?: typeof realDisk, shape?: string) => SessionIndex) => Promise<void>,
) =>
  inTempDir(async (dir) => {
    const journalOf = (id: string) => join(dir, id, 'journal.jsonl');
    for (const id of ['one', 'two']) {
      await mkdir(join(dir, id));
      await writeFile(journalOf(id), id);
    }
    await test(dir, (disk = realDisk, shape = '1') => new SessionIndex(disk, dir, journalOf, { ...options, shape }));
  });

const never = async () => Promise.reject(new Error('was made again'));

test('a summary is made once, and kept across processes', () =>
  inStore(async (_dir, open) => {
    const index = open();
    expect(await index.summary('one', async () => 'first')).toBe('first');
    expect(await index.summary('one', never)).toBe('first');
    await index.save(['one', 'two']);
    expect(await open().summary('one', never)).toBe('first');
  }));

test('a summary is made again when the journal has changed', () =>
  inStore(async (dir, open) => {
    const index = open();
    await index.summary('one', async () => 'first');
    await appendFile(join(dir, 'one', 'journal.jsonl'), 'more');
    expect(await index.summary('one', async () => 'second')).toBe('second');
  }));

test('a summary counts no longer than the journal it was made from, if that grew meanwhile', () =>
  inStore(async (dir, open) => {
    const index = open();
    await index.summary('one', async () => {
      await appendFile(join(dir, 'one', 'journal.jsonl'), 'more');
      return 'first';
    });
    expect(await index.summary('one', async () => 'second')).toBe('second');
  }));

test('summaries of another shape, or in a damaged file, are not used', () =>
  inStore(async (dir, open) => {
    const index = open();
    await index.summary('one', async () => 'first');
    await index.save(['one']);
    expect(await open(realDisk, '2').summary('one', async () => 'second')).toBe('second');
    await writeFile(join(dir, indexName), 'x');
    expect(await open().summary('one', async () => 'third')).toBe('third');
  }));

test('sessions that are gone are forgotten', () =>
  inStore(async (_dir, open) => {
    const index = open();
    for (const id of ['one', 'two']) await index.summary(id, async () => id);
    await index.save(['two']);
    expect(await open().summary('one', async () => 'again')).toBe('again');
    expect(await open().summary('two', never)).toBe('two');
  }));

test('an index that cannot be written is a warning', () =>
  inStore(async (_dir, open) => {
    const faulty = new FaultyDisk(realDisk);
    const index = open(faulty.disk);
    await index.summary('one', async () => 'first');
    faulty.fail('rename', 'EIO');
    await index.save(['one']);
    expect(warnings).toEqual([expect.stringContaining('listing will be slower')]);
  }));

test('a session without a journal has a summary that is not kept', () =>
  inStore(async (_dir, open) => {
    const index = open();
    expect(await index.summary('none', async () => 'first')).toBe('first');
    expect(await index.summary('none', async () => 'second')).toBe('second');
  }));
