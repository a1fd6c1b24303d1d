/**
 * Those who follow sessions over HTTP, and ask for too much. Their bugs, to a user: a server that keeps no limit, a page
 * that says Live of a session that was deleted, and a terminal full of traces of what somebody else asked for.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startUi, type DashboardProcess } from '../testing/dashboard-page.js';
import { oneServer } from '../testing/one-server.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

const proctor = oneServer();
let ui: DashboardProcess;
let agent: ScriptedAgent;

beforeAll(async () => {
  agent = await ScriptedAgent.start(proctor);
  ui = await startUi(proctor.dataDir);
});

afterAll(async () => ui.stop());

async function ask(path: string, more: RequestInit & { after?: string } = {}): Promise<Response> {
  const { after = '0', ...init } = more;
  const headers = { Authorization: `Bearer ${ui.token}`, 'Last-Event-ID': after };
  return fetch(`${ui.origin}/api/sessions/${path}`, { ...init, headers });
}

/** Ends what was opened, so that the next test has its places. */
async function opened(count: number, more: RequestInit & { after?: string } = {}): Promise<number[]> {
  const stop = new AbortController();
  const all = Array.from({ length: count }, async () =>
    ask(`${agent.sessionId}/events`, { ...more, signal: stop.signal }),
  );
  const answers = await Promise.all(all);
  stop.abort();
  return answers.map(({ status }) => status);
}

test('as many streams as there are places, however many ask at once', async () => {
  const statuses = await opened(100);
  expect(statuses.filter((status) => status === 200)).toHaveLength(64);
  expect(statuses.filter((status) => status === 503)).toHaveLength(36);
});

test('asking for the head alone takes no place', async () => {
  // Those of the test before are let go of a moment after they hung up.
  while ((await opened(64)).includes(503));
  const heads = Array.from({ length: 70 }, async () => ask(`${agent.sessionId}/events`, { method: 'HEAD' }));
  expect(new Set((await Promise.all(heads)).map(({ status }) => status))).toContain(200);
  while ((await opened(64)).includes(503));
});

test('who has more than there is, is not told that this is all', async () => {
  expect(await opened(1, { after: '2' })).toEqual([409]);
  expect(await opened(1, { after: '1' })).toEqual([200]);
});

test('a session that is deleted ends for those who follow it, and the terminal says nothing of it', async () => {
  const other = await ScriptedAgent.start(proctor, { query: 'Which one goes?' });
  const stream = await ask(`${other.sessionId}/events`);
  const read = stream.text().catch(() => 'cut off');
  await rm(join(proctor.dataDir, 'sessions', other.sessionId), { recursive: true });
  await read;
  expect((await ask(other.sessionId)).status).toBe(404);
  expect((await ask('%C2%9B31m%E2%80%AE')).status).toBe(404);
  expect(ui.said()).not.toMatch(/Fault|There is no session|\n {4}at /);
});
