/**
 * Those who follow sessions over HTTP, and ask for too much. Their bugs, to a user: a server that keeps no limit, a page
 * that says Live of a session that was deleted or damaged, and a terminal full of traces of what somebody else asked for.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotName } from '../store/snapshots.js';
import { startUi, type DashboardProcess } from '../testing/dashboard-page.js';
import { flipRecord } from '../testing/flip-record.js';
import { oneServer } from '../testing/one-server.js';
import { repairAsPerson } from '../testing/run-on-terminal.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';
import { until } from '../testing/until.js';

const proctor = oneServer();
let ui: DashboardProcess;
let agent: ScriptedAgent;

beforeAll(async () => {
  agent = await ScriptedAgent.start(proctor);
  ui = await startUi(proctor.dataDir);
});

afterAll(async () => ui.stop());

type Asked = RequestInit & { after?: string; time?: string };

async function ask(path: string, more: Asked = {}): Promise<Response> {
  const { after = '0', time, ...init } = more;
  const headers = { Authorization: `Bearer ${ui.token}`, 'Last-Event-ID': after };
  const query = time === undefined ? '' : `?time=${time}`;
  return fetch(`${ui.origin}/api/sessions/${path}${query}`, { ...init, headers });
}

/** Ends what was opened, so that the next test has its places. */
async function opened(count: number, more: Asked & { id?: string } = {}): Promise<number[]> {
  const { id = agent.sessionId, ...asked } = more;
  const stop = new AbortController();
  const all = Array.from({ length: count }, async () => ask(`${id}/events`, { ...asked, signal: stop.signal }));
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

const listedAsDamaged = async ({ sessionId }: ScriptedAgent) => {
  const answer = await fetch(`${ui.origin}/api/sessions`, { headers: { Authorization: `Bearer ${ui.token}` } });
  const { items } = (await answer.json()) as { items: { sessionId: string; damaged: boolean }[] };
  return items.find((item) => item.sessionId === sessionId)?.damaged;
};

/** With a snapshot: what lies ahead of that is not read when a session is opened. */
async function withSnapshot(query: string): Promise<ScriptedAgent> {
  const played = await ScriptedAgent.start(proctor, { query });
  await played.plant('R1.A R1.B R1.C R1.D R1.E', null, 'DRILL');
  const file = join(proctor.dataDir, 'sessions', played.sessionId, snapshotName);
  await until(async () => (/"seq":3\b/.test(await readFile(file, 'utf8').catch(() => '')) ? true : undefined));
  return played;
}

test('damage is told to those who follow, with what to do, and its repair to the very same', async () => {
  const other = await withSnapshot('Which one breaks?');
  const path = `${other.sessionId}/events`;
  const whole = told(await ask(path));
  await whole.until('event: live');
  expect(await listedAsDamaged(other)).toBe(false);
  await flipRecord(proctor.dataDir, other.sessionId, 2);
  // Of the three records it was told of, one is left.
  await whole.ended();
  expect(await opened(1, { after: '3', id: other.sessionId })).toEqual([409]);
  const sound = told(await ask(path));
  const text = await sound.until('event: damaged');
  expect(text.match(/"seq":\d+/g)).toEqual(['"seq":1', '"seq":2']);
  expect(text).toMatch(/damaged where record 2 is due.*`proctor audit s-\w+`.*`proctor repair s-\w+`/);
  expect(await listedAsDamaged(other)).toBe(true);
  expect(await repairAsPerson(other.sessionId, proctor.dataDir)).toMatchObject({ code: 0 });
  await sound.until(/event: damaged[^]*event: live/);
  expect(await listedAsDamaged(other)).toBe(false);
  await sound.stop();
  // A number that was given again is not the record it was.
  const time = /"time":(\d+)/.exec(text)?.[1];
  const asked = { after: '1', id: other.sessionId };
  expect(await opened(1, { ...asked, time: String(time) })).toEqual([200]);
  expect(await opened(1, { ...asked, time: `${time}0` })).toEqual([409]);
});

test('damage that was there before anybody looked is told as well', async () => {
  const { sessionId } = await withSnapshot('Which one was broken?');
  await flipRecord(proctor.dataDir, sessionId, 2);
  expect((await ask(sessionId)).status).toBe(200);
  const sound = told(await ask(`${sessionId}/events`));
  expect(await sound.until('event: damaged')).toMatch(/"seq":1,.*damaged where record 2 is due/s);
  await sound.stop();
});

/** What a stream tells, as it comes. */
function told({ body }: Response) {
  let text = '';
  const decoder = new TextDecoder();
  const reader = body!.getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: true });
    return !done;
  };
  const until = async (part: string | RegExp) => {
    while (text.search(part) === -1) if (!(await read())) throw new Error(`ended without ${String(part)}: ${text}`);
    return text;
  };
  return {
    until,
    ended: async () => {
      while (await read());
    },
    stop: async () => reader.cancel(),
  };
}
