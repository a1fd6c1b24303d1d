/**
 * Who is turned away at the door. Its bug, to a user: a web page they visit talks to their Proctor, under its own name
 * or by letting a name of its own point to this machine.
 */
import { request } from 'node:http';
import { makeToken, noAgent, serveHttp, type HttpProcess } from '../../testing/http-process.js';
import { temporaryDir } from '../../testing/proctor-client.js';
import { runCli } from '../../testing/run-cli.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: HttpProcess;

beforeAll(async () => {
  data = await temporaryDir();
  server = await serveHttp(data.path);
});

afterAll(async () => {
  await server.stop();
  await data.remove();
});

const routes = ['/mcp', '/healthz', '/readyz', '/metrics', '/', '/page.js', '/api/sessions', '/nowhere'];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'];

/** By hand: `fetch` sets Host itself. */
async function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  to = server,
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: to.port, method, path, headers, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
    });
    sent.on('error', reject).end();
  });
}

const everywhere = async (headers: Record<string, string>) =>
  Promise.all(routes.flatMap((path) => methods.map(async (method) => ask(method, path, headers))));

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  '0.0.0.0',
  '',
])('a foreign Host %j is refused on every route, whatever the method', async (name) => {
  const answers = await everywhere({ Host: `${name}:${server.port}` });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  for (const { headers } of answers) expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  const told = answers.filter(({ body }) => body !== '');
  expect(told.length).toBe(routes.length * (methods.length - 1));
  for (const { body } of told) expect(body).toContain('FOREIGN_HOST');
});

test.each([
  ...['https://evil.example', 'http://localhost', 'http://localhost:1', 'http://127.0.0.1:1', 'null', ''],
  ...['http://localhost.evil.example', 'file://', 'chrome-extension://abc'],
])('a foreign Origin %j is refused on every route, whatever the method', async (Origin) => {
  const answers = await everywhere({ Origin });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  for (const { headers } of answers) expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('it goes by every name of this machine, through a tunnel too, and its own pages may call it', async () => {
  for (const host of [
    `127.0.0.1:${server.port}`,
    `localhost:${server.port}`,
    'LOCALHOST:9000',
    '[::1]:7717',
    'localhost',
  ])
    for (const headers of [{ Host: host }, { Host: host, Origin: `http://${host}` }] as Record<string, string>[])
      expect((await ask('GET', '/healthz', headers)).status).toBe(200);
});

test('what a stranger calls it cannot act on the terminal that shows the log', async () => {
  const by = (path: string) => `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
  for (const path of ['/a\u0007b', '/a\u001b[31mb', '/a\u202eb', '/a\u0085b'])
    expect(await server.raw(by(path))).toMatch(/^HTTP\/1\.1 40[03] /);
  expect(await server.raw(by('/odd"\\'))).toMatch(/^HTTP\/1\.1 403 /);
  expect(await server.logged(({ path }) => path === '/odd"\\')).toMatchObject({ refused: 'FOREIGN_HOST' });
  expect(server.stderr()).not.toMatch(/[^ -~\n]/);
});

test('behind a proxy it goes by the name it was given, and then nobody comes without a token', async () => {
  const proxied = await serveHttp(data.path, ['--allow-host', 'proctor.example.org,other.example.org']);
  try {
    const Host = 'proctor.example.org';
    expect((await ask('GET', '/healthz', { Host }, proxied)).status).toBe(200);
    expect((await ask('GET', '/healthz', { Host, Origin: `https://${Host}` }, proxied)).status).toBe(200);
    expect((await ask('GET', '/healthz', { Host, Origin: 'https://other.example.org' }, proxied)).status).toBe(403);
    expect((await ask('GET', '/metrics', { Host }, proxied)).status).toBe(401);
    expect((await ask('GET', '/metrics', {}, proxied)).status).toBe(401);
    expect((await ask('GET', '/metrics', { Host: 'third.example.org' }, proxied)).status).toBe(403);
  } finally {
    await proxied.stop();
  }
});

test('other machines reach it only where that was said and a token is there', async () => {
  const { path: dataDir, remove } = await temporaryDir();
  const serve = async (...args: string[]) =>
    runCli(['serve', '--http', '--port', '0', ...args], { cwd: dataDir, dataDir, env: noAgent });
  try {
    expect(await serve('--host', '0.0.0.0')).toMatchObject({ code: 2, err: expect.stringContaining('--public') });
    expect(await serve('--host', '0.0.0.0', '--public')).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('proctor token create') },
    });
    await makeToken(dataDir, 'executor');
    // On an address of this machine: the tests stay at home.
    const open = await serveHttp(dataDir, ['--host', '127.0.0.2', '--require-token']);
    expect((await open.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(401);
    await open.stop();
  } finally {
    await remove();
  }
});

test('a port that is taken is told at once, and nothing is left running', async () => {
  const args = ['serve', '--http', '--port', String(server.port), '--log', 'text'];
  for (const more of [[], ['--inspect']]) {
    const { code, err } = await runCli([...args, ...more], { cwd: data.path, dataDir: data.path });
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('--port N') });
  }
});

test('an Origin behind many other headers is seen', async () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x${index}`, '1']));
  const headers = { Host: `127.0.0.1:${server.port}`, ...many, Origin: 'http://evil.example' };
  expect((await ask('GET', '/healthz', headers)).status).toBe(403);
});

// To a user the bug looks like this: the proxy before the server lets a request through for one name, the server answers
// it for another.
describe('a request that can be read in two ways is refused', () => {
  const own = 'Host: 127.0.0.1';
  const sent = async (target: string, ...lines: string[]) =>
    server.raw(['GET ' + target + ' HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));

  test.each<[string, string, string[]]>([
    ['two Host headers', '/healthz', [own, 'Host: evil.example']],
    ['two Host headers, the good one last', '/healthz', ['Host: evil.example', own]],
    ['the same Host twice', '/healthz', [own, 'hOST: 127.0.0.1']],
    ['two Origins', '/healthz', [own, 'Origin: http://127.0.0.1', 'Origin: http://evil.example']],
    ['two tokens', '/metrics', [own, 'Authorization: Bearer a', 'Authorization: Bearer b']],
    ['two content types', '/mcp', [own, 'Content-Type: text/plain', 'Content-Type: application/json']],
    ['a transfer encoding beside chunked', '/mcp', [own, 'Transfer-Encoding: gzip, chunked']],
    ['the address of another server', 'http://evil.example/healthz', [own]],
    ['an address of its own with another Host', 'http://127.0.0.1/healthz', [own]],
  ])('%s', async (_name, target, lines) => {
    const heard = await sent(target, ...lines);
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard).toContain('AMBIGUOUS_REQUEST');
    expect(heard).toMatch(/connection: close/i);
  });

  test.each<[string, string[]]>([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 3']],
    ['the same length twice', ['Content-Length: 2', 'Content-Length: 2']],
    ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['chunks that are not the last encoding', ['Transfer-Encoding: chunked, gzip']],
  ])('%s: where it ends is not guessed', async (_name, lines) => {
    const head = ['POST /mcp HTTP/1.1', own, 'Content-Type: application/json', ...lines, '', '2\r\n{}\r\n0\r\n\r\n'];
    expect(await server.raw(head.join('\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('one of each is fine', async () => {
    expect(await sent('/healthz', own, 'Origin: http://127.0.0.1')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
