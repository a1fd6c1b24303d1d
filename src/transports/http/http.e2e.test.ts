/** MCP over HTTP as a stock client sees it. Its bug, to a user: what works over stdio does not work for the team. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditOf } from '../../testing/audit-cli.js';
import { jsonHeaders, serveHttp, type HttpProcess } from '../../testing/http-process.js';
import { addressIn, Receiver } from '../../testing/inspector-receiver.js';
import { connect, temporaryDir, type ProctorClient } from '../../testing/proctor-client.js';
import { ScriptedAgent } from '../../testing/scripted-agent.js';
import { until } from '../../testing/until.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: HttpProcess;
let stdio: ProctorClient;

beforeAll(async () => {
  data = await temporaryDir();
  server = await serveHttp(data.path);
  stdio = await connect(data.path);
});

afterAll(async () => {
  await Promise.all([server.stop(), stdio.close()]);
  await data.remove();
});

test('a whole investigation goes through, and is there for a client on stdio', async () => {
  const proctor = await server.connect();
  const agent = await ScriptedAgent.start(proctor, { minRoots: 1 });
  expect((await agent.refused.end())[0]).toMatch(/^EMPTY/);
  await agent.plant('R1.A', null, 'DRILL');
  await agent.plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY VERIFY DEAD');
  await agent.plant('R3.A', 'R2.A', 'VALID_PENDING');
  // Nothing hangs on the connection: another client sees the same, and could go on.
  const second = await server.connect();
  const { sessionId } = agent;
  expect((await second.call('tot_status', { sessionId })).data).toMatchObject({ status: 'OK', totalNodes: 5 });
  const [graph] = (await second.client.readResource({ uri: `session://${sessionId}/graph.dot` })).contents;
  expect(graph).toMatchObject({ text: expect.stringContaining('R3_A') });
  await agent.plant('R3.B', 'R2.B', 'DEAD');
  await agent.plant('R4.A', 'R3.A', 'VALID');
  expect(await agent.end()).toMatchObject({ outcome: 'solved', totalNodes: 7 });
  await Promise.all([proctor.close(), second.close()]);
  const seen = await stdio.call('tot_status', { sessionId });
  expect(seen.data).toMatchObject({ status: 'OK', totalNodes: 7 });
  expect(await auditOf(data.path, sessionId, seen.data.head)).toMatchObject({ ok: true, damage: [] });
});

test('the tools are those of stdio; following resources is not offered, for want of a stream', async () => {
  const proctor = await server.connect();
  expect((await proctor.client.listTools()).tools).toEqual((await stdio.client.listTools()).tools);
  expect((await proctor.client.listPrompts()).prompts).toEqual((await stdio.client.listPrompts()).prompts);
  expect(proctor.client.getServerCapabilities()).toEqual({
    ...{ tools: {}, prompts: {}, completions: {}, resources: {} },
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
  });
  const { sessionId } = (await proctor.call('tot_start', { query: 'Who follows?' })).data;
  await expect(proctor.client.subscribeResource({ uri: `session://${sessionId}` })).rejects.toMatchObject({
    code: -32601,
  });
});

test('what is asked for over HTTP shows in the inspector, and both end together', async () => {
  const own = await serveHttp(data.path, ['--inspect']);
  const receiver = new Receiver((await until(() => addressIn(own.stderr()))).socket);
  const proctor = await own.connect();
  const agent = await ScriptedAgent.start(proctor, { minRoots: 1 });
  await agent.plant('R1.A', null, 'DRILL');
  const id = `session:${agent.sessionId}/node:R1.A`;
  const isDrill = (message: object) =>
    'snapshot' in message && (message.snapshot as { value?: unknown }).value === 'DRILL';
  expect((await receiver.about(id, isDrill)).length).toBeGreaterThan(0);
  expect(await own.stop()).toBe(0);
});

test('whoever asks for progress gets a stream, everybody else plain JSON', async () => {
  const call = (meta: object) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'tot_status', arguments: {}, ...meta },
  });
  const plain = await server.post(call({}));
  expect(plain.headers.get('content-type')).toBe('application/json');
  expect(await plain.json()).toMatchObject({ id: 1, result: { structuredContent: { status: 'OK' } } });
  const stream = await server.post(call({ _meta: { progressToken: 7 } }));
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(await stream.text()).toContain('"structuredContent":{"status":"OK"');
});

test('paths, methods and bodies that are not there are told what is', async () => {
  const at = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.url}${path}`, init);
    const { error } = (await answer.json()) as { error: { message: string; data: { error: string } } };
    expect(error.message.length).toBeGreaterThan(20);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    return [answer.status, error.data.error, answer.headers.get('allow')];
  };
  expect(await at('/page.mjs')).toEqual([404, 'NOT_FOUND', null]);
  expect(await at('/mcp/')).toEqual([404, 'NOT_FOUND', null]);
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS'])
    expect(await at('/mcp', { method })).toEqual([405, 'WRONG_METHOD', 'POST']);
  expect(await at('/healthz', { method: 'POST' })).toEqual([405, 'WRONG_METHOD', 'GET, HEAD']);
  const post = (headers: Record<string, string>, body = '{}') => at('/mcp', { method: 'POST', headers, body });
  expect(await post({ 'content-type': 'text/plain' })).toEqual([415, 'WRONG_CONTENT_TYPE', null]);
  expect(await post({ 'content-type': 'application/jsonp' })).toEqual([415, 'WRONG_CONTENT_TYPE', null]);
  expect(await post({ ...jsonHeaders, 'content-encoding': 'gzip' })).toEqual([415, 'WRONG_CONTENT_TYPE', null]);
  expect(await post(jsonHeaders, '{"jsonrpc":')).toEqual([400, 'NOT_JSON', null]);
});

test('it says where it is, how to add it, and one line a request', async () => {
  await server.post({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(server.stderr()).toContain(`claude mcp add --transport http proctor ${server.url}/mcp`);
  await fetch(`${server.url}/never%1b[31m/${'x'.repeat(500)}`);
  const ping = await server.logged(({ path, status }) => path === '/mcp' && status === 200);
  expect(ping).toMatchObject({ method: 'POST', path: '/mcp', status: 200, role: 'solo', remote: '127.0.0.1' });
  const odd = await server.logged(({ path }) => String(path).startsWith('/never'));
  expect(odd).toMatchObject({ status: 404, refused: 'NOT_FOUND' });
  expect(String(odd['path'])).toHaveLength(120);
});

test('whether it is up, ready and how it does', async () => {
  const text = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`);
    return [answer.status, await answer.text()] as const;
  };
  expect(await text('/healthz')).toEqual([200, 'ok\n']);
  expect(await text('/readyz')).toEqual([200, 'ready\n']);
  const proctor = await server.connect();
  const hostile = 'evil"} 1\nproctor_forged 1';
  await proctor.call('tot_start', { query: hostile });
  await proctor.call('tot_end', { sessionId: hostile });
  await expect(proctor.call(hostile, {})).rejects.toThrow();
  await proctor.close();
  await fetch(`${server.url}/${encodeURIComponent(hostile)}`);
  const [status, metrics] = await text('/metrics');
  expect(status).toBe(200);
  const lines = metrics.trimEnd().split('\n');
  const sample = /^[a-z_]+(\{([a-z]+="[^"\\\n]*",?)+\})? [0-9.e+-]+$/;
  expect(lines.filter((line) => !line.startsWith('# ') && !sample.test(line))).toEqual([]);
  expect(metrics).toMatch(/^proctor_http_requests_total\{route="other",status="404"\} \d+$/m);
  expect(metrics).toMatch(/^proctor_tool_calls_total\{tool="tot_start",outcome="OK"\} \d+$/m);
  expect(metrics).toMatch(/^proctor_tool_calls_total\{tool="tot_end",outcome="REJECTED"\} \d+$/m);
  expect(metrics).toMatch(/^proctor_http_request_duration_seconds_bucket\{route="\/mcp",le="\+Inf"\} [1-9]/m);
  expect(metrics).toMatch(/^proctor_open_sessions [1-9]/m);
  expect(metrics).toMatch(/^process_resident_memory_bytes [1-9]/m);
  expect(metrics).not.toMatch(/forged|evil/);
});

test('a server that cannot write is up, but not ready, and says why', async () => {
  const lost = join(data.path, 'lost');
  await mkdir(lost);
  const other = await serveHttp(lost, [], { cwd: data.path });
  try {
    await rm(lost, { recursive: true });
    await writeFile(lost, 'in the way');
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    const answer = await fetch(`${other.url}/readyz`);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('data directory')]);
  } finally {
    await other.stop();
  }
});
