/** Who follows a session whose journal becomes another. Its bug, to a user: two histories, shown as one. */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { journalName } from '../store/journal-file.js';
import { toolBench, type ToolBench } from '../testing/tool-bench.js';

let bench: ToolBench;
beforeEach(async () => {
  bench = await toolBench();
});
afterEach(async () => bench.close());

async function played(roots: number): Promise<string> {
  const started = await bench.call('tot_start', { query: 'Why?', protocol: 'classic', minRoots: 1 });
  const sessionId = started['sessionId'] as string;
  for (let at = 0; at < roots; at += 1)
    await bench.call('tot_propose', {
      ...{ sessionId, nodes: [{ id: `R1.n${at}`, parent: null, title: 'Look', plannedAction: 'Look.' }] },
    });
  return sessionId;
}

test('records of another journal do not follow those that were read', async () => {
  const [followed, other] = [await played(2), await played(6)];
  const stop = new AbortController();
  const tail = bench.engine.tail(followed, 0, stop.signal)[Symbol.asyncIterator]();
  for (const seq of [1, 2, 3]) expect((await tail.next()).value).toMatchObject({ seq });
  const fileOf = (id: string) => join(bench.dataDir, 'sessions', id, journalName);
  await copyFile(fileOf(other), `${fileOf(followed)}.copy`);
  await rename(`${fileOf(followed)}.copy`, fileOf(followed));
  await expect(tail.next()).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
  stop.abort();
});
