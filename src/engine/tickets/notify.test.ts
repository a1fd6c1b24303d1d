/** Its bug, to a user: a person is waited for and never told, or a notice that fails stops the work. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProjectConfig } from '../../../machines/schema/policy.js';
import { testDir } from '../../testing/test-dir.js';
import { notify } from './notify.js';

const dir = testDir();

const notice = () => ({
  ...{ sessionId: 's-1', ticketId: 'T-1', title: 'Add adds', reason: 'ASKED' },
  projectDir: dir.path,
});

async function told(to: object): Promise<string[]> {
  const warnings: string[] = [];
  await notify(ProjectConfig.parse({ notify: to }), notice(), (warning) => warnings.push(warning));
  return warnings;
}

/** A script that does what it is given, called by its path. */
async function script(text: string): Promise<string[]> {
  const path = join(dir.path, 'tell.mjs');
  await writeFile(path, text);
  return [process.execPath, path];
}

test('a command gets the notice on stdin, and which ticket it is about in its environment', async () => {
  const command = await script(`
    import { readFileSync, writeFileSync } from 'node:fs';
    const { PROCTOR_TICKET, PROCTOR_SESSION } = process.env;
    writeFileSync('told.json', JSON.stringify({ said: readFileSync(0, 'utf8'), PROCTOR_TICKET, PROCTOR_SESSION }));`);
  expect(await told({ command })).toEqual([]);
  expect(JSON.parse(await readFile(join(dir.path, 'told.json'), 'utf8'))).toEqual({
    ...{ said: `${JSON.stringify(notice())}\n`, PROCTOR_TICKET: 'T-1', PROCTOR_SESSION: 's-1' },
  });
});

test.each([
  ['an exit code', 'process.exitCode = 3;', 'exit code 3'],
  ['a signal', "process.kill(process.pid, 'SIGTERM');", 'ended by SIGTERM'],
])('a command that fails by %s is a warning and no more', async (_, text, words) => {
  expect(await told({ command: await script(text) })).toEqual([
    expect.stringMatching(new RegExp(`^the person waited for was not told by command .*: ${words}$`)),
  ]);
});

test('a program that is not there is a warning', async () => {
  expect(await told({ command: ['no-such-program-anywhere'] })).toEqual([expect.stringContaining('no such program')]);
});

describe('an address', () => {
  async function asked(status: number): Promise<{ warnings: string[]; requests: unknown[] }> {
    const requests: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push([request.method, request.headers['content-type'], body]);
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const warnings = await told({ webhook: `http://127.0.0.1:${port}/` });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return { warnings, requests };
  }

  test('is posted the notice', async () => {
    expect(await asked(204)).toEqual({
      warnings: [],
      requests: [['POST', 'application/json', JSON.stringify(notice())]],
    });
  });

  test('that answers with an error is a warning', async () => {
    expect((await asked(500)).warnings).toEqual([expect.stringContaining('by webhook: it answered 500')]);
  });

  test('that leads elsewhere is not followed', async () => {
    const { warnings, requests } = await asked(307);
    expect(warnings).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });
});

test('nobody to tell is nothing to do', async () => {
  expect(await told({})).toEqual([]);
});
