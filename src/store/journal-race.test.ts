/** What a bug here would look like: two editor windows share a session, and a command that was answered is gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundled } from '../testing/bundled.js';
import type { Acknowledged } from '../testing/journal-racer.js';
import { inTempDir, sources } from '../testing/sample-journal.js';
import { audit } from './audit.js';
import { Journal } from './journal.js';
import { realDisk } from './real-disk.js';

const racer = await bundled(new URL('../testing/journal-racer.ts', import.meta.url));

/** What one process had acknowledged when it ended, by itself or killed after so many acknowledgements. */
async function race(dir: string, name: string, records: number, killAfter = Infinity): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [racer, dir, name, String(records)], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const acknowledged: Acknowledged[] = [];
  createInterface(child.stderr).on('line', (line) => {
    acknowledged.push(JSON.parse(line) as Acknowledged);
    if (acknowledged.length === killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return acknowledged;
}

async function journalOf(dir: string) {
  const { journal, records } = await Journal.open(realDisk, dir, { create: false, ...sources() });
  await journal.close();
  return { journal, records };
}

const names = ['a', 'b', 'c', 'd'];

test('four processes append a hundred records each to one journal, and each of them is there once', async () => {
  await inTempDir(async (dir) => {
    const session = join(dir, 'session');
    const acknowledged = (await Promise.all(names.map((name) => race(session, name, 100)))).flat();
    const { journal, records } = await journalOf(session);
    expect(journal.damage).toBeUndefined();
    expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
    expect(acknowledged.toSorted((a, b) => a.seq - b.seq)).toEqual(records.map(({ seq, hash }) => ({ seq, hash })));
    expect(await audit(realDisk, session)).toMatchObject({ ok: true, records: 400, refusals: 400 });
  });
});

test('a process killed while it appends costs none of the records that were acknowledged', async () => {
  await inTempDir(async (dir) => {
    const session = join(dir, 'session');
    const killed = names.map((name, index) => race(session, name, 1_000, 10 + index * 7));
    const acknowledged = [...(await Promise.all(killed)).flat(), ...(await race(session, 'after', 10))];
    const { journal, records } = await journalOf(session);
    expect(journal.damage).toBeUndefined();
    const hashes = new Set(records.map(({ hash }) => hash));
    expect(acknowledged.filter(({ hash }) => !hashes.has(hash))).toEqual([]);
  });
});
