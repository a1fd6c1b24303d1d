/**
 * Who is let in to the relay of a real server. Its bug, to a user: a web page they visit reads along what their agents
 * do, because the port is on their own machine.
 */
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { WebSocket } from 'ws';
import { addressIn } from '../testing/inspector-receiver.js';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { heldAfter } from '../testing/sockets-held.js';
import { until } from '../testing/until.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: ProctorClient;
let url: URL;

beforeAll(async () => {
  data = await temporaryDir();
  server = await connect(data.path, ['--inspect'], { cwd: data.path });
  await server.call('tot_start', { query: 'Who may look?' });
  url = new URL((await until(() => addressIn(server.stderr()))).page);
});

afterAll(async () => {
  await server.close();
  await data.remove();
});

type Headers = Record<string, string>;

async function get(path: string, headers: Headers = {}, method = 'GET'): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: url.port, path, headers, method }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

/** What a socket is answered: the status it is refused with, or what it hears first. */
async function listen(path: string, headers: Headers = {}): Promise<{ status: number; first: string }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${url.port}${path}`, { headers });
    socket.on('unexpected-response', (_request, response) => {
      resolve({ status: response.statusCode ?? 0, first: '' });
      socket.terminate();
    });
    socket.on('message', (message: Buffer) => {
      resolve({ status: 101, first: message.toString() });
      socket.close();
    });
    socket.on('error', () => undefined);
  });
}

const host = () => ({ host: url.host });
const right = () => `/${url.search}`;

test.each([
  ['no page', () => ({})],
  ['the page of the relay', () => ({ origin: url.origin })],
  ['the same by its other name', () => ({ origin: `http://localhost:${url.port}`, host: `localhost:${url.port}` })],
  ['the hosted inspector', () => ({ origin: 'https://stately.ai' })],
])('%s is let in with the token', async (_name, headers) => {
  expect((await listen(right(), headers())).first).toContain('@xstate.actor');
  expect((await get(right(), { ...host(), ...headers() })).status).toBe(200);
});

test.each([
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page whose name begins alike', { origin: 'https://stately.ai.evil.example' }],
  ['the hosted inspector without encryption', { origin: 'http://stately.ai' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a name that was pointed here', { host: 'evil.example' }],
  ['such a name with the port', { host: 'evil.example:80' }],
])('%s gets nothing, even with the token', async (_name, headers: Headers) => {
  expect(await listen(right(), headers)).toEqual({ status: 403, first: '' });
  for (const path of [right(), `/bridge.mjs${url.search}`, `/nothing${url.search}`]) {
    const { status, body } = await get(path, { ...host(), ...headers });
    expect(status).toBe(403);
    expect(body).not.toContain(url.searchParams.get('token'));
  }
});

test('without the token, or with another one, there is nothing', async () => {
  const token = url.searchParams.get('token') ?? '';
  for (const path of [
    '/',
    '/?token=',
    `/?token=${token.slice(0, -1)}`,
    `/?token=${token}x`,
    '/?token=a&token=b',
    '//[',
  ])
    expect(await get(path, host())).toMatchObject({ status: 401 });
  for (const path of ['/', '/?token=wrong', `/?Token=${token}`])
    expect(await listen(path)).toEqual({ status: 401, first: '' });
});

test('whoever is refused and never closes its side is let go all the same', async () => {
  const lines = ['GET / HTTP/1.1', 'Host: evil.example', 'Connection: Upgrade', 'Upgrade: websocket'];
  const says = [...lines, 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13', '', ''].join('\r\n');
  expect(await heldAfter({ pid: server.pid, port: Number(url.port), says })).toBeLessThanOrEqual(0);
});

test('the relay is read, not written', async () => {
  expect(await get(right(), host(), 'POST')).toMatchObject({ status: 405 });
  expect(await get(`/__proto__${url.search}`, host())).toMatchObject({ status: 404 });
  const socket = new WebSocket(`ws://${url.host}${right()}`);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('x'.repeat(4096));
  await new Promise((resolve) => socket.once('close', resolve));
});

test('it is not on the network', async () => {
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of [...elsewhere, { address: '127.0.0.2' }])
    await expect(fetch(`http://${address}:${url.port}${right()}`)).rejects.toThrow();
});
