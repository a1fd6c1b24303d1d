/** Few descriptors. The bug to fear: a client starts the server in a narrow shell and shows a person a stack trace. */
import { execFile } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { hookInput } from '../testing/stop-hook.js';
import { mainFile, proctorOn } from '../testing/proctor-client.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';
import { testDir } from '../testing/test-dir.js';

const data = testDir();

/** Node raises the soft limit to the hard one: `ulimit -n` sets both. */
const limited = (files: number, args: readonly string[]): [program: string, args: string[]] => [
  'sh',
  ['-c', `ulimit -n ${files} && exec "$@"`, 'sh', process.execPath, mainFile, ...args, '--data', data.path],
];

interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly err: string;
}

async function started(files: number, args: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(...limited(files, args), { cwd: data.path }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

test.each([20, 24, 32, 64])('with %i files the start says in one sentence what it needs', async (files) => {
  const told = /^proctor( \w+)?: Proctor needs at least 128 open files, and this process may open (\d+)\. Raise the/;
  for (const command of ['serve', 'status']) {
    const { code, out, err } = await started(files, [command]);
    expect({ code, out, trace: /^ +at /m.test(err) }).toEqual({ code: 1, out: '', trace: false });
    expect(told.exec(err.replaceAll('\n', ' '))?.[2]).toBe(String(files));
  }
});

test('what needs no more than there is works', async () => {
  expect(await started(128, ['status'])).toMatchObject({ code: 0, err: '' });
  const held = await started(64, ['stop-gate', '--as', 'worker'], hookInput(data.path));
  expect(held).toEqual({ code: 0, out: '', err: '' });
});

test('a stop with too few files goes through', async () => {
  for (const files of [20, 64]) {
    const { code, out, err } = await started(files, ['stop-gate', '--as', 'solo'], hookInput(data.path));
    // Only 2 would hold up the agent.
    expect(code).toBe(files === 20 ? 1 : 0);
    expect(out).not.toContain('block');
    expect(err).not.toMatch(/^ +at /m);
  }
});

test('a server with as many files as it asks for answers', async () => {
  const [command, args] = limited(128, ['serve']);
  const transport = new StdioClientTransport({ command, args, stderr: 'ignore', cwd: data.path });
  const client = new Client({ name: 'narrow', version: '1' });
  await client.connect(transport);
  const server = proctorOn(client, { dataDir: data.path, pid: transport.pid ?? 0, stderr: () => '' });
  try {
    const agent = await ScriptedAgent.start(server, { minRoots: 1 });
    await agent.propose('R1.A', null);
    expect((await server.call('tot_status', { sessionId: agent.sessionId })).text).toContain('R1.A');
  } finally {
    await server.close();
  }
});
