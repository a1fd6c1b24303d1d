/** Callers that ask for too much. Its bug, to a user: one of them fills the memory or keeps everybody else waiting. */
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { requestBytesMax } from '../../tools/call.js';
import { jsonHeaders, serveHttp, type HttpProcess } from '../../testing/http-process.js';
import { temporaryDir } from '../../testing/proctor-client.js';
import { heldAfter } from '../../testing/sockets-held.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: HttpProcess;
/** Waits for nobody. */
let hasty: HttpProcess;
let slow: HttpProcess;

beforeAll(async () => {
  data = await temporaryDir();
  [server, hasty, slow] = await Promise.all([
    serveHttp(data.path, ['--timeout', '5']),
    serveHttp(data.path, ['--timeout', '1']),
    serveHttp(data.path, ['--rate', '1', '--log', 'off']),
  ]);
});

afterAll(async () => {
  await Promise.all([server.stop(), hasty.stop(), slow.stop()]);
  await data.remove();
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const head = (more: readonly string[]) =>
  [
    ...[`POST /mcp HTTP/1.1`, `Host: 127.0.0.1`, ...Object.entries(jsonHeaders).map(([name, is]) => `${name}: ${is}`)],
    ...more,
    '\r\n',
  ].join('\r\n');

const statusOf = (heard: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]);

test('a request of the largest size is read, one byte more is not', async () => {
  const padded = (bytes: number) => {
    const text = JSON.stringify({ ...ping, params: { _meta: { pad: '' } } });
    return text.replace('"pad":"', `"pad":"${'x'.repeat(bytes - text.length)}`);
  };
  expect(Buffer.byteLength(padded(requestBytesMax))).toBe(requestBytesMax);
  expect((await server.post(padded(requestBytesMax))).status).toBe(200);
  const refused = await server.post(padded(requestBytesMax + 1));
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('REQUEST_TOO_LARGE')]);
});

test('one that says it is too large is refused before it is sent, one that does not as soon as it is', async () => {
  const announced = server.raw(head(['Content-Length: 999999999']));
  const chunk = `${(0x10000).toString(16)}\r\n${'x'.repeat(0x10000)}\r\n`;
  const sent = async (chunks: number) =>
    server.raw(head(['Transfer-Encoding: chunked']), (write) => {
      for (let at = 0; at < chunks; at += 1) write(chunk);
    });
  const [some, endless] = await Promise.all([sent(12), sent(64)]);
  expect(statusOf(await announced)).toBe(413);
  expect(statusOf(some)).toBe(413);
  // As far as the server knows: it reads a part of it, and the cut may come before the answer is read.
  expect(endless).toMatch(/^(HTTP\/1\.1 413|$)/);
});

test('a head or a body that trickles in is cut off, and others are served meanwhile', async () => {
  const body = hasty.raw(head(['Content-Length: 100']), (write) => {
    write('{"json');
  });
  const headless = hasty.raw('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow');
  const silent = hasty.raw('');
  expect((await hasty.post(ping)).status).toBe(200);
  expect(statusOf(await body)).toBe(408);
  expect(statusOf(await headless)).toBe(408);
  expect(await silent).toMatch(/^(HTTP\/1\.1 408|$)/);
  expect(await body).toMatch(/Content-Security-Policy: default-src 'none'/);
});

test('whoever never closes its side is let go all the same', async () => {
  expect(await heldAfter({ ...hasty, says: '' })).toBeLessThanOrEqual(0);
});

test('what is no UTF-8 is not quietly something else', async () => {
  const bytes = Buffer.from(JSON.stringify(ping).replace('ping', 'p\u00ffng'), 'latin1');
  const answer = await fetch(`${server.url}/mcp`, { method: 'POST', body: bytes, headers: jsonHeaders });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('NOT_JSON')]);
});

test('what is no HTTP is told so, and heads without end are cut off', async () => {
  const nonsense = await server.raw('EHLO example.org\r\n\r\n');
  expect(nonsense).toMatch(/^HTTP\/1\.1 400 .*nosniff.*BAD_REQUEST/s);
  expect(statusOf(await server.raw(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`))).toBe(431);
});

test('who asks too often is told how long to wait; a batch counts for what is in it', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, async () => slow.post(ping)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const batch = await slow.post(Array.from({ length: 50 }, (_, id) => ({ ...ping, id })));
  expect(batch.status).toBe(429);
  const endless = await server.post(Array.from({ length: 101 }, (_, id) => ({ ...ping, id })));
  expect([endless.status, await endless.text()]).toEqual([413, expect.stringContaining('BATCH_TOO_LARGE')]);
  // Whether it is up is heard all the same.
  expect((await fetch(`${slow.url}/healthz`)).status).toBe(200);
});

test('nothing is logged where that was asked for, but how to reach it', () => {
  expect(slow.stderr()).toContain('serving MCP on');
  expect(slow.stderr()).not.toMatch(/"status"|\/mcp +429/);
});

// To a user the bug looks like this: one program opens connections and says nothing, and for 15 seconds nobody is served.
test('many connections that only wait keep nobody else from being served', async () => {
  const open = async (says: string) =>
    new Promise<Socket>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(says);
        resolve(socket);
      }).on('error', () => resolve(socket));
    });
  // Before the first byte, within the head, within the body, and after an answer.
  const half = [
    ...['', 'GET /healthz HTTP/1.1\r\nX: '],
    ...[head(['Content-Length: 100']), 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ];
  const idle = await Promise.all(Array.from({ length: 700 }, async (_, at) => open(half[at % half.length] ?? '')));
  try {
    const asked = Array.from({ length: 32 }, async () => (await server.post(ping)).status);
    const healthy = fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(4000) });
    expect((await healthy).status).toBe(200);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  } finally {
    for (const socket of idle) socket.destroy();
  }
});

test('clients that keep their connections are not cut off by one another', async () => {
  const agents = Array.from({ length: 32 }, () => new Agent({ keepAlive: true, maxSockets: 2 }));
  const ask = async (agent: Agent) =>
    new Promise<[status: number | undefined, isReused: boolean]>((resolve, reject) => {
      const sent = get({ port: server.port, host: '127.0.0.1', path: '/healthz', agent }, (answer) => {
        answer.resume().once('end', () => resolve([answer.statusCode, sent.reusedSocket]));
      }).on('error', reject);
    });
  for (const isReused of [false, true, true])
    for (const answer of await Promise.all(agents.map(ask))) expect(answer).toEqual([200, isReused]);
  for (const agent of agents) agent.destroy();
});
