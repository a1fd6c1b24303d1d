/** The dashboard's server by itself: who is let in, what is told in which order, and what nobody without the code can do. */
import { appendFile, cp, mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startUi, type DashboardProcess } from '../testing/dashboard-page.js';
import { acts, hostileTexts, markupTexts } from '../testing/hostile-text.js';
import { makeToken, serveHttp } from '../testing/http-process.js';
import { runCli } from '../testing/run-cli.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';
import { sharedProject } from '../testing/served-project.js';
import { TicketTeam } from '../testing/ticket-team.js';

/** What can be printed as it is, so that it can be compared. */
const wicked = [...hostileTexts.filter((text) => !/\p{Cs}/u.test(text)), ...markupTexts];
/** Fails, with much to say. */
const loud = `const lines = Array.from({ length: 300 }, (_, at) => 'line ' + (at + 1));
console.log([...lines, ...${JSON.stringify(wicked)}, '\\tlast line'].join('\\n'));
process.exitCode = 1;
`;
const leaky = `console.log('API_TOKEN=abcdefgh\\nnot ok 1');
process.exitCode = 1;
`;
const { repo, data, proctor } = sharedProject({ files: { 'tools/loud.mjs': loud, 'tools/leaky.mjs': leaky } });
let ui: DashboardProcess;
beforeAll(async () => {
  ui = await startUi(data.path);
});
afterAll(async () => {
  await ui.stop();
});

const get = async (path: string, token: string | undefined = ui.token, headers: Record<string, string> = {}) =>
  fetch(`${ui.origin}${path}`, {
    headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
const codeOf = async (answer: Response) =>
  ((await answer.json()) as { errors: { error: string; suggestion: string }[] }).errors[0]!.error;

/** What a stream tells until it is live. */
async function told(path: string, lastEventId: string): Promise<{ ids: string[]; seqs: number[] }> {
  const stop = new AbortController();
  const answer = await fetch(`${ui.origin}${path}`, {
    headers: { authorization: `Bearer ${ui.token}`, 'last-event-id': lastEventId },
    signal: stop.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('event: live')) break;
  }
  stop.abort();
  return {
    ids: [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id ?? ''),
    seqs: [...text.matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq)),
  };
}

test('the page is anybody’s and may run nothing but its own; what it shows takes the key', async () => {
  const page = await get('/', '');
  expect(page.status).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
  expect(policy).not.toContain('unsafe');
  expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|style=|onload/);
  for (const token of ['', 'x'.repeat(32), `${ui.token}x`]) {
    const refused = await get('/api/sessions', token);
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'TOKEN_REQUIRED']);
  }
  expect((await get('/api/sessions')).status).toBe(200);
  for (const path of ['/mcp', '/metrics']) expect((await get(path)).status).toBe(404);
});

test('the key stays with the store, for its owner alone, and opens nothing else of a server', async () => {
  const { mode } = await stat(join(data.path, 'dashboard.key'));
  expect(mode & 0o777).toBe(0o600);
  const again = await startUi(data.path);
  expect(again.token).toBe(ui.token);
  await again.stop();
  const server = await serveHttp(data.path, ['--require-token']);
  const ask = async (path: string, token: string, init: RequestInit = {}) =>
    (await fetch(`${server.url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask('/api/sessions', ui.token)).toBe(200);
  expect(await ask('/metrics', ui.token)).toBe(401);
  expect(await ask('/mcp', ui.token, { method: 'POST', body: '{}' })).toBe(401);
  expect(await ask('/api/sessions', await makeToken(data.path, 'architect'))).toBe(200);
  expect(server.stderr()).toContain(`the dashboard is at ${server.url}/#token=`);
  // Nobody sits at a terminal: there is no code to be read from a log.
  expect(server.stderr()).not.toContain('type this code');
  await server.stop();
});

test('a stream tells every record once, and goes on after the one it was told last', async () => {
  const agent = await ScriptedAgent.start(proctor);
  await agent.plant('R1.A R1.B R1.C R1.D R1.E', null, 'DRILL');
  const path = `/api/sessions/${agent.sessionId}/events`;
  expect(await told(path, '0')).toEqual({ ids: ['3'], seqs: [1, 2, 3] });
  expect(await told(path, '2')).toEqual({ ids: ['3'], seqs: [3] });
  expect(await told(path, '3')).toEqual({ ids: [], seqs: [] });
});

test('what is not there is told as such', async () => {
  const agent = await ScriptedAgent.start(proctor);
  const session = `/api/sessions/${agent.sessionId}`;
  const answers: [string, number, string, Record<string, string>?][] = [
    ['/api/sessions/s-aaaaaaaaaaaaaaaaaaaa', 404, 'SESSION_NOT_FOUND'],
    ['/api/sessions/..%2f..%2fetc', 404, 'SESSION_NOT_FOUND'],
    [`/api/sessions/s-aaaaaaaaaaaaaaaaaaaa/events`, 404, 'SESSION_NOT_FOUND'],
    [`${session}/nodes/R1.A`, 404, 'NOT_FOUND'],
    [`${session}/tickets/__proto__`, 404, 'NOT_FOUND'],
    [`${session}/nodes/R1.A?at=0`, 400, 'INVALID_INPUT'],
    [`${session}/nodes/R1.A?at=1e3`, 400, 'INVALID_INPUT'],
    [`${session}/events`, 400, 'INVALID_INPUT', { 'last-event-id': '-1' }],
  ];
  for (const [path, status, code, headers] of answers) {
    const answer = await get(path, ui.token, headers);
    expect([path, answer.status, await codeOf(answer)]).toEqual([path, status, code]);
  }
});

test('the whole output of a run, harmless, for whoever has the key, and only what this session’s journal names', async () => {
  const team = await TicketTeam.at(proctor, { verify: 'node tools/loud.mjs', files: ['loud/**'] });
  await repo.write({ 'loud/a.mjs': 'export {};\n' });
  const { run } = (await team.submit(1, { filesModified: ['loud/a.mjs'] })).data;
  const { hash } = run.output as { hash: string };
  const of = (sessionId: string, name = hash) => `/api/sessions/${sessionId}/output/${name}`;

  const whole = await get(of(team.sessionId));
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('proctor-output')]).toEqual([
    ...[200, 'text/plain; charset=utf-8', 'same'],
  ]);
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  expect(whole.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await whole.text();
  expect(text).toMatch(/^line 1\nline 2\n[^]*\nline 300\n[^]*\n\tlast line\n$/);
  expect(text).toContain(markupTexts[0]);
  expect(acts.exec(text.replaceAll('\t', ' '))?.[0]).toBeUndefined();
  const head = await fetch(`${ui.origin}${of(team.sessionId)}`, {
    ...{ method: 'HEAD', headers: { authorization: `Bearer ${ui.token}` } },
  });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    ...[200, String(Buffer.byteLength(text)), ''],
  ]);

  const refusalOf = async (path: string, token?: string) => {
    const answer = await get(path, token);
    return [path, answer.status, await codeOf(answer)];
  };
  const refused = async (path: string, status: number, code: string, token?: string) => {
    expect(await refusalOf(path, token)).toEqual([path, status, code]);
  };
  await refused(of(team.sessionId), 401, 'TOKEN_REQUIRED', '');
  // Also where the file is there: it is not what this session's journal tells of.
  const other = await ScriptedAgent.start(proctor);
  const outputs = (sessionId: string) => join(data.path, 'sessions', sessionId, 'output');
  await cp(outputs(team.sessionId), outputs(other.sessionId), { recursive: true });
  await refused(of(other.sessionId), 404, 'NOT_FOUND');
  await mkdir(join(outputs(team.sessionId), 'e'.repeat(64)));
  for (const name of ['e'.repeat(64), `${hash}x`, hash.slice(1), hash.toUpperCase(), '..%2fjournal.jsonl', '__proto__'])
    await refused(of(team.sessionId, name), 404, 'NOT_FOUND');
  await refused(of('s-aaaaaaaaaaaaaaaaaaaa'), 404, 'SESSION_NOT_FOUND');

  const file = join(outputs(team.sessionId), hash);
  await appendFile(file, 'ok 301\n');
  await refused(of(team.sessionId), 409, 'OUTPUT_ALTERED');
  await truncate(file, 5 * 1024 * 1024);
  await refused(of(team.sessionId), 503, 'STORE_FAILED');
  await rm(file);
  await refused(of(team.sessionId), 404, 'OUTPUT_MISSING');
  expect((await get(`/api/sessions/${team.sessionId}`)).status).toBe(200);
});

test('an output a secret was taken out of is known by its excerpt', async () => {
  const team = await TicketTeam.at(proctor, { verify: 'node tools/leaky.mjs', files: ['leaky/**'] });
  await repo.write({ 'leaky/a.mjs': 'export {};\n' });
  const { run } = (await team.submit(1, { filesModified: ['leaky/a.mjs'] })).data;
  const { hash } = run.output as { hash: string };
  const path = `/api/sessions/${team.sessionId}/output/${hash}`;
  const whole = await get(path);
  expect([whole.headers.get('proctor-output'), await whole.text()]).toEqual([
    ...['masked', 'API_TOKEN=[redacted]\nnot ok 1\n'],
  ]);
  await writeFile(join(data.path, 'sessions', team.sessionId, 'output', hash), 'ALL TESTS PASSED [redacted]\n');
  const altered = await get(path);
  expect([altered.status, await codeOf(altered)]).toEqual([409, 'OUTPUT_ALTERED']);
});

test('without a terminal nothing is decided, and the journal shows that somebody tried', async () => {
  const team = await TicketTeam.at(proctor);
  await team.ok('ticket_escalate', { question: 'Now?', tried: 'All.', by: { role: 'executor', agentId: 'quick' } });
  const answer = await fetch(`${ui.origin}/api/sessions/${team.sessionId}/tickets/${team.ticketId}/decisions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ui.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'AAAA-AAAA', typed: team.ticketId, decision: 'retry' }),
  });
  expect([answer.status, await codeOf(answer)]).toEqual([403, 'PERSON_REQUIRED']);
  expect((await team.ok('ticket_status')).gate.status).toBe('ESCALATED');
  const { contents } = await proctor.client.readResource({ uri: `session://${team.sessionId}/journal` });
  expect(JSON.stringify(contents)).toContain('dashboard without a terminal');
  // What waits for a person is not pushed out of the list by what changed later.
  await ScriptedAgent.start(proctor);
  const { items } = (await (await get('/api/sessions')).json()) as { items: unknown[] };
  expect(items[0]).toMatchObject({ sessionId: team.sessionId, ticketsForPerson: 1 });
  expect(items[1]).toMatchObject({ ticketsForPerson: 0 });
});

test('ended while pages follow it, it is gone at once and nothing is left behind', async () => {
  const agent = await ScriptedAgent.start(proctor);
  const other = await startUi(data.path);
  const streams = await Promise.all(
    Array.from({ length: 5 }, async () =>
      fetch(`${other.origin}/api/sessions/${agent.sessionId}/events`, {
        headers: { authorization: `Bearer ${other.token}` },
      }),
    ),
  );
  await other.stop();
  for (const { body } of streams) await body?.cancel();
  await expect(fetch(`${other.origin}/`)).rejects.toThrow();
});

test('on the command line: where it is, and what is wrong with what was asked', async () => {
  const cli = async (...args: string[]) => runCli(['ui', ...args], { cwd: data.path, dataDir: data.path });
  expect(await cli('s-nope')).toMatchObject({ code: 1 });
  expect(await cli('--port', 'x')).toMatchObject({ code: 2 });
  const { code, err } = await cli('--port', new URL(ui.origin).port);
  expect([code, err]).toEqual([1, expect.stringContaining('--port')]);
});
