import { sessionIdFor } from './ids.js';
import { toolBench, type ToolBench } from '../testing/tool-bench.js';

let bench: ToolBench;
beforeEach(async () => {
  bench = await toolBench();
});
afterEach(async () => bench.close());

const start = async () =>
  (await bench.call('tot_start', { query: 'Why?', protocol: 'classic', minRoots: 1 }))['sessionId'] as string;
const propose = async (sessionId: string, id: string, more: object = {}) =>
  bench.call('tot_propose', { sessionId, nodes: [{ id, parent: null, title: id, plannedAction: 'Look.' }], ...more });

// To a user the bug looks like this: with many sessions at work, a call now and then fails with EBADF.
test('many more sessions than are kept open work side by side', async () => {
  const sessions = await Promise.all(Array.from({ length: 40 }, start));
  for (let round = 0; round < 6; round += 1) {
    const replies = await Promise.all(sessions.map(async (id) => propose(id, `R1.n${round}`)));
    expect(replies.filter(({ status }) => status !== 'OK')).toEqual([]);
  }
  for (const sessionId of sessions) expect((await bench.call('tot_status', { sessionId }))['pendingProposals']).toBe(6);
});

// To a user the bug looks like this: repeating a refused request brings back the refusal of another one.
test('each refusal is told again as it was, also past the number that is journalled', async () => {
  const sessionId = await start();
  for (let at = 0; at < 99; at += 1) await propose(sessionId, 'R7.x');
  const none = { sessionId, nodeId: 'R1.none', newState: 'DEAD', requestId: 'a' };
  expect(await bench.call('tot_reclassify', none)).toMatchObject({ errors: [{ error: 'NODE_NOT_FOUND' }] });
  expect(await propose(sessionId, 'R9.y', { requestId: 'b' })).toMatchObject({ errors: [{ error: 'ROUND_MISMATCH' }] });
  const again = { repeated: true };
  expect(await bench.call('tot_reclassify', none)).toMatchObject({ ...again, errors: [{ error: 'NODE_NOT_FOUND' }] });
  expect(await propose(sessionId, 'R9.y', { requestId: 'b' })).toMatchObject({
    ...again,
    errors: [{ error: 'ROUND_MISMATCH' }],
  });
  await bench.restart();
  expect(await bench.call('tot_reclassify', none)).toMatchObject({ ...again, errors: [{ error: 'NODE_NOT_FOUND' }] });
});

test('a refusal told again after a restart still says how many errors there were', async () => {
  const sessionId = await start();
  const results = Array.from({ length: 30 }, (_, at) => ({ nodeId: `R1.n${at}`, state: 'DRILL', findings: 'x' }));
  const commit = { sessionId, results, requestId: 'many' };
  expect(await bench.call('tot_commit', commit)).toMatchObject({ status: 'REJECTED', errorCount: 30 });
  await bench.restart();
  expect(await bench.call('tot_commit', commit)).toMatchObject({ status: 'REJECTED', errorCount: 30, repeated: true });
});

// To a user the bug looks like this: after a crash the repeated start of a session is told that there is no such session,
// because the server was just looking through its store.
test('a session can be started while somebody looks for it and does not find it', async () => {
  const looking = bench.call('tot_status', { sessionId: sessionIdFor('race', bench.dataDir) });
  const started = await bench.call('tot_start', { query: 'Why?', requestId: 'race' });
  expect(started).toMatchObject({ status: 'OK', sessionId: sessionIdFor('race', bench.dataDir) });
  await looking;
});
