/**
 * A project's own protocols on a real server. Their bug, to a user: agents choose what the project forbids, or a file with
 * a typing error is passed over and its rule holds nobody.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { contractOf } from '../testing/ticket-samples.js';

let dir: string;
let project: string;
let remove: () => Promise<void>;
const servers: ProctorClient[] = [];

beforeEach(async () => {
  const made = await temporaryDir('proctor-protocols-');
  ({ remove } = made);
  dir = await realpath(made.path);
  project = join(dir, 'project');
  await mkdir(join(project, 'protocols'), { recursive: true });
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
  await remove();
});

const shipped = async (name: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(new URL(`../../data/protocols/${name}.json`, import.meta.url), 'utf8'));

async function own(file: string, changes: object, from = 'classic'): Promise<void> {
  await writeFile(join(project, file), JSON.stringify({ ...(await shipped(from)), name: 'house', ...changes }));
}

const configure = async (config: object) => writeFile(join(project, 'proctor.config.json'), JSON.stringify(config));

async function serve(): Promise<ProctorClient> {
  const server = await connect(join(dir, 'data'), [], { cwd: project });
  servers.push(server);
  return server;
}

/** The server as a script would start it, when it does not come up. */
const refusal = async () => runCli(['serve', '--json'], { cwd: project, dataDir: join(dir, 'data') });

const start = async (server: ProctorClient, args: object) => server.call('tot_start', { query: 'Why?', ...args });

test('a project chooses among the protocols, adds its own and says which is the default', async () => {
  await own('protocols/house.json', { roundsMin: 7 });
  await configure({ protocol: 'house', protocols: { allow: ['multi-gate'], files: ['protocols/house.json'] } });
  const server = await serve();
  expect((await start(server, {})).data).toMatchObject({ status: 'OK', protocol: 'house', minRoots: 5 });
  expect((await start(server, { protocol: 'multi-gate' })).data).toMatchObject({ protocol: 'multi-gate' });
  const { data } = await start(server, { protocol: 'classic' });
  expect(data.errors).toMatchObject([
    { error: 'UNKNOWN_PROTOCOL', suggestion: expect.stringMatching(/house, multi-gate\.$/) },
  ]);
});

test('the file is read once: a session begun later is under what was there at the start', async () => {
  await own('protocols/house.json', { proposalBatchMax: 1 });
  await configure({ protocol: 'house', protocols: { files: ['protocols/house.json'] } });
  const server = await serve();
  await own('protocols/house.json', { proposalBatchMax: 50 });
  const { sessionId } = (await start(server, {})).data;
  const nodes = ['R1.A', 'R1.B'].map((id) => ({ id, parent: null, title: id, plannedAction: 'Read it.' }));
  expect((await server.call('tot_propose', { sessionId, nodes })).codes).toEqual(['BATCH_OVERFLOW']);
});

test('a floor for roots: fewer are refused, more are not, and one root stays one', async () => {
  await configure({ protocols: { rootsMin: 7 } });
  const server = await serve();
  const { data } = await start(server, { minRoots: 6 });
  expect(data.errors).toMatchObject([
    { error: 'INVALID_INPUT', message: 'minRoots: multi-gate allows 7 to 20 here, not 6.' },
  ]);
  expect((await start(server, { minRoots: 8 })).data).toMatchObject({ status: 'OK', minRoots: 8 });
  expect((await start(server, { protocol: 'classic' })).data).toMatchObject({ status: 'OK', minRoots: 7 });
  expect((await start(server, { protocol: 'single-root' })).data).toMatchObject({ status: 'OK', minRoots: 1 });
  expect((await start(server, { protocol: 'single-root', minRoots: 2 })).codes).toEqual(['INVALID_INPUT']);
});

test('tickets can be opened where multi-gate is not allowed', async () => {
  execFileSync('git', ['init', '-q', project]);
  const ticket = contractOf();
  await configure({ protocol: 'classic', protocols: { allow: ['classic'] }, commands: { allow: [ticket.verify] } });
  const server = await serve();
  expect((await server.call('ticket_open', { tickets: [ticket] })).data).toMatchObject({ status: 'OK' });
});

test('a broken file stops the start and names the file and every field', async () => {
  await own('protocols/house.json', { roundsMin: 'four', depthMax: 0, colour: 'red' });
  await configure({ protocols: { files: ['protocols/house.json'] } });
  const { code, out } = await refusal();
  const { error } = JSON.parse(out);
  expect(code).toBe(3);
  expect(error.code).toBe('BAD_PROTOCOL');
  for (const word of ['protocols/house.json', 'roundsMin', 'depthMax', 'colour: no such field'])
    expect(error.message).toContain(word);
});

test.each([
  { what: 'the name of one that ships', files: ['a.json'], made: [['a.json', 'classic']], says: 'classic ships' },
  {
    what: 'one name twice',
    files: ['a.json', 'b.json'],
    made: [
      ['a.json', 'house'],
      ['b.json', 'house'],
    ],
    says: 'b.json: name: another',
  },
  { what: 'a file that is not there', files: ['a.json'], made: [], says: 'a.json: there is no such file' },
])('$what stops the start', async ({ files, made, says }) => {
  for (const [file = '', name] of made) await own(file, { name });
  await configure({ protocols: { files } });
  const { error } = JSON.parse((await refusal()).out);
  expect(error).toMatchObject({ code: 'BAD_PROTOCOL', message: expect.stringContaining(says) });
});

test('a folder, and a file larger than any protocol, stop the start', async () => {
  const told = async (file: string) => {
    await configure({ protocols: { files: [file] } });
    return String(JSON.parse((await refusal()).out).error.message);
  };
  await mkdir(join(project, 'folder.json'));
  expect(await told('folder.json')).toContain('it is a directory');
  await own('large.json', { name: 'large', summary: 'x'.repeat(70_000) });
  expect(await told('large.json')).toContain('more than 65536 bytes');
});

test.each([
  { what: 'a file', link: 'protocols/house.json', to: 'outside/house.json' },
  { what: 'a folder', link: 'linked', to: 'outside' },
])('a link to $what outside the project is not followed', async ({ link, to }) => {
  await mkdir(join(dir, 'outside'));
  await own('../outside/house.json', {});
  await symlink(join(dir, to), join(project, link));
  await configure({ protocols: { files: [link.endsWith('.json') ? link : `${link}/house.json`] } });
  const { error } = JSON.parse((await refusal()).out);
  expect(error).toMatchObject({ code: 'BAD_PROTOCOL', message: expect.stringContaining('leaves the project') });
});

test.each([
  {
    what: 'an unknown name',
    config: { protocols: { allow: ['multi-gate', 'strict'] } },
    says: /no protocol strict; there are multi-gate, classic, single-root\.$/,
  },
  {
    what: 'none but an unknown name',
    config: { protocols: { allow: ['nope'] } },
    says: /: protocols\.allow: there is no protocol nope; there are multi-gate, classic, single-root\.$/,
  },
  {
    what: 'no default',
    config: { protocols: { allow: ['classic'] } },
    says: /the default multi-gate is not among those allowed \(classic\)/,
  },
  {
    what: 'a file twice',
    config: { protocols: { files: ['a.json', './a.json'] } },
    says: /: protocols\.files: \.\/a\.json is listed twice; name it once\.$/,
  },
])('$what in the config stops the start', async ({ config, says }) => {
  await own('a.json', {});
  await configure(config);
  const { error } = JSON.parse((await refusal()).out);
  expect(error).toMatchObject({ code: 'BAD_CONFIG', message: expect.stringMatching(says) });
});
