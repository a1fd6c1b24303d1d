/** What a bug here would look like: tests send code to the network, or those that talk to themselves cannot run. */
import { createServer, type Server } from 'node:net';
import { node, run, usableKinds } from '../../testing/verify-bench.js';

const kinds = await usableKinds();

let server: Server;
let connections = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  connections = 0;
});

const portOf = (of: Server) => {
  const address = of.address();
  return String(typeof address === 'object' ? address?.port : address);
};
const connect = (port: string) =>
  node(
    `require('net').connect(Number(process.argv[1]), '127.0.0.1')
      .on('connect', () => { console.log('connected'); process.exit(0); })
      .on('error', (e) => { console.log(e.code); process.exit(1); })`,
    port,
  );

describe.each(kinds)('in a sandbox of kind %s', (isolation) => {
  test('a closed network reaches nothing outside, or is said to be open', async () => {
    const result = await run([connect(portOf(server))], { isolation, network: false });
    const isClosed = result.isolation.network === 'none';
    expect(result.isolation.absent.includes('network not closed')).toBe(!isClosed);
    expect(isClosed || isolation === 'process-group').toBe(true);
    expect(connections).toBe(isClosed ? 0 : 1);
    expect(result.exitCode).toBe(isClosed ? 1 : 0);
  });

  test('a network that the policy opens is open', async () => {
    const result = await run([connect(portOf(server))], { isolation, network: true });
    expect(result).toMatchObject({ exitCode: 0, output: 'connected\n', isolation: { network: 'open' } });
    expect(result.isolation.absent).not.toContain('network not closed');
    expect(connections).toBe(1);
  });

  test('a command can talk to itself', async () => {
    const talk = node(`const net = require('net');
      const server = net.createServer((s) => s.end('hello')).listen(0, '127.0.0.1', () =>
        net.connect(server.address().port, '127.0.0.1').on('data', (d) => { console.log(String(d)); process.exit(0); }));`);
    const result = await run([talk], { isolation, network: false, timeoutMs: 5000 });
    if (result.isolation.absent.includes('loopback is down')) expect(result.exitCode).not.toBe(0);
    else expect(result).toMatchObject({ exitCode: 0, output: 'hello\n' });
  });
});
