/** What a bug here would look like: a command runs that nobody approved, or an approval is asked for again and again. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { inTempDir } from '../testing/sample-journal.js';
import { Approvals, commandHash, type Approval } from './approvals.js';
import { encode } from './frame.js';
import { realDisk } from './real-disk.js';

const hash = commandHash([['npm', 'test']]);
const approval: Approval = {
  time: 1,
  kind: 'command',
  hash,
  text: 'npm test',
  projectDir: '/p',
  by: { user: 'ann', tty: '/dev/pts/1' },
};
const other = commandHash([['npm', 'run', 'e2e']]);

test('an approval counts for its kind, its hash and its project, in every process', () =>
  inTempDir(async (root) => {
    await new Approvals(realDisk, join(root, 'data')).add(approval);
    const approvals = new Approvals(realDisk, join(root, 'data'));
    expect(await approvals.has('command', hash, '/p')).toBe(true);
    expect(await approvals.has('command', hash, '/p/')).toBe(true);
    expect(await approvals.has('config', hash, '/p')).toBe(false);
    expect(await approvals.has('command', other, '/p')).toBe(false);
    expect(await approvals.has('command', hash, '/p2')).toBe(false);
    expect(await approvals.has('command', hash, '/')).toBe(false);
    expect(await approvals.list('/p')).toEqual([approval]);
    expect(await approvals.list('/p2')).toEqual([]);
  }));

test('where nothing was approved, nothing is', () =>
  inTempDir(async (root) => {
    const approvals = new Approvals(realDisk, join(root, 'data'));
    expect(await approvals.has('command', hash, '/p')).toBe(false);
    expect(await approvals.list()).toEqual([]);
  }));

test('the hash is of the words, not of how they were quoted or joined', () => {
  expect(commandHash([['a', 'b c']])).not.toBe(commandHash([['a', 'b', 'c']]));
  expect(commandHash([['a'], ['b']])).not.toBe(commandHash([['a', '&&', 'b']]));
  expect(commandHash([['a', '']])).not.toBe(commandHash([['a']]));
});

test('a torn or damaged line approves nothing and hides nothing after it', () =>
  inTempDir(async (root) => {
    const approvals = new Approvals(realDisk, root);
    const path = join(root, 'approvals.jsonl');
    await approvals.add(approval);
    const whole = await readFile(path);
    for (const spoilt of [
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, 12),
      Buffer.from(whole.toString('latin1').replace('"/p"', '"/q"'), 'latin1'),
      encode('{"kind":"command"}'),
      encode('no json'),
      encode(JSON.stringify({ ...approval, hash: 'short' })),
      Buffer.from(`\n${JSON.stringify(approval)}`),
    ]) {
      await writeFile(path, spoilt);
      expect(await approvals.list()).toEqual([]);
      await approvals.add({ ...approval, hash: other });
      expect((await approvals.list()).map((entry) => entry.hash)).toEqual([other]);
    }
    await appendFile(path, whole.subarray(0, 20));
    expect(await approvals.list()).toHaveLength(1);
  }));

test('approvals made at once all count', () =>
  inTempDir(async (root) => {
    const hashes = Array.from({ length: 20 }, (_, at) => commandHash([['npm', 'test', String(at)]]));
    await Promise.all(hashes.map((one) => new Approvals(realDisk, root).add({ ...approval, hash: one })));
    const found = await new Approvals(realDisk, root).list();
    expect(found.map((entry) => entry.hash).sort()).toEqual(hashes.sort());
  }));

test('it is durable, name and all, before it counts as made', () =>
  inTempDir(async (root) => {
    const faulty = new FaultyDisk(realDisk);
    const approvals = new Approvals(faulty.disk, root);
    await approvals.add(approval);
    const calls = faulty.calls.slice(faulty.calls.indexOf('openAppend'));
    expect(calls).toEqual(['openAppend', 'append', 'datasync', 'close', 'syncDir']);
    faulty.fail('datasync', 'EIO');
    await expect(approvals.add(approval)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    faulty.shortenAppend(10);
    await expect(approvals.add({ ...approval, hash: other })).rejects.toMatchObject({ code: 'DISK_FULL', retry: true });
    expect(await approvals.has('command', other, '/p')).toBe(false);
    faulty.fail('readFile', 'EIO');
    await expect(approvals.has('command', hash, '/p')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  }));

test('what could not be read again is not written, and a long command is shown cut', () =>
  inTempDir(async (root) => {
    const approvals = new Approvals(realDisk, root);
    await expect(approvals.add({ ...approval, hash: 'none' })).rejects.toThrow();
    await approvals.add({ ...approval, text: 'x'.repeat(2000), note: 'why\nnot' });
    await approvals.add({ ...approval, text: 'x'.repeat(2001) });
    const [full, cut] = await approvals.list();
    expect([full?.text, cut?.text]).toEqual(['x'.repeat(2000), `${'x'.repeat(1999)}…`]);
    expect(full?.note).toBe('why\nnot');
  }));
