import { readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { proposalOf, resultOf } from '../testing/scripted-agent.js';
import { testDir } from '../testing/test-dir.js';
import { syncMarkName } from './sync-failures.js';

const data = testDir();
const shim = fileURLToPath(new URL('../testing/fail-sync.mjs', import.meta.url));

// One EIO, then a disk that seems well: calls were answered with success, on top of what the system had thrown away.
test('a server whose sync failed once takes nothing more for that session, shows what is safe, and the next server goes on', async () => {
  const env = { NODE_OPTIONS: `--import ${shim}`, PROCTOR_FAIL_SYNC: '3' };
  const failing = await connect(data.path, [], { env });
  const start = await failing.call('tot_start', { query: 'Why?', minRoots: 1 });
  const { sessionId } = start.data as { sessionId: string };
  const session = join(data.path, 'sessions', sessionId);
  const file = join(session, 'journal.jsonl');
  const proposed = await failing.call('tot_propose', { sessionId, nodes: [proposalOf('R1.A', null)] });
  expect(proposed.data.status).toBe('OK');
  const durable = (await stat(file)).size;
  const commit = { sessionId, requestId: 'commit-1', results: [resultOf('R1.A', 'DRILL')] };
  expect((await failing.call('tot_commit', commit)).text).toMatch(
    /STORE_FAILED.*could not keep.*up to record 2 is safe/s,
  );
  const shown = await readFile(file);
  for (const [tool, args] of [
    ['tot_commit', commit],
    ['tot_propose', { sessionId, nodes: [proposalOf('R1.B', null)] }],
    [
      'tot_end',
      { sessionId, outcome: 'inconclusive', reason: 'Nobody knows, and this has been going on for too long.' },
    ],
  ] as const)
    expect((await failing.call(tool, args)).text).toMatch(/STORE_FAILED/);
  expect(await readFile(file)).toEqual(shown);
  expect((await failing.call('tot_status', { sessionId })).data).toMatchObject({ head: proposed.data.head });
  expect((await failing.call('tot_start', { query: 'Another?', minRoots: 1 })).data.status).toBe('OK');
  expect(JSON.parse(await readFile(join(session, syncMarkName), 'utf8'))).toMatchObject({ session: sessionId, seq: 2 });
  await failing.close();

  // What the system had only in its memory is gone.
  await truncate(file, durable);
  const next = await connect(data.path);
  expect((await next.call('tot_commit', commit)).data).toMatchObject({ status: 'OK' });
  await next.close();
  expect(await stat(join(session, syncMarkName)).catch(() => 'gone')).toBe('gone');
  const audit = await runCli(['audit', sessionId, '--head', proposed.data.head as string], {
    cwd: data.path,
    dataDir: data.path,
  });
  expect([audit.code, audit.out]).toEqual([0, expect.stringContaining('sound')]);
});
