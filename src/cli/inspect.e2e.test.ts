/** `proctor inspect` and `serve --inspect-port` where something is in the way: each says what to do, a server goes on. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressIn } from '../testing/inspector-receiver.js';
import { connect, temporaryDir } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { until } from '../testing/until.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;
let other: Server;
let port: number;

beforeAll(async () => {
  data = await temporaryDir();
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  ({ port } = other.address() as AddressInfo);
});

afterAll(async () => {
  other.close();
  await data.remove();
});

const cli = (...args: string[]) => runCli(args, { cwd: data.path, dataDir: data.path });

test('a server whose port is taken serves, and its inspector takes another', async () => {
  const proctor = await connect(data.path, ['--inspect-port', String(port)], { cwd: data.path });
  const { page } = await until(() => addressIn(proctor.stderr()));
  expect(proctor.stderr()).toContain(`port ${port} is taken`);
  expect(new URL(page).port).not.toBe(String(port));
  const { data: started } = await proctor.call('tot_start', { query: 'Is it there?' });
  expect(started.status).toBe('OK');
  await proctor.close();
  await expect(fetch(page)).rejects.toThrow();

  const refused = await cli('inspect', String(started.sessionId), '--port', String(port));
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/is taken[^]*Name another with --port/);
});

test('a session that is not there, and a port that is none', async () => {
  expect((await cli('inspect', 's-nothing-like-it')).err).toMatch(/There is no session[^]*proctor status --all/);
  for (const wrong of ['65536', '1e3'])
    expect(await cli('inspect', 's-x', `--port=${wrong}`)).toMatchObject({ code: 2 });
  expect((await cli('serve', '--inspect-port', 'x')).code).toBe(2);
});
