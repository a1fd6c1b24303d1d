/** The ledger on a real disk. The bug to fear: an agent that was started is not in it, and its work counts as made up. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { realDisk } from '../store/real-disk.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { realFiles } from './files.js';
import { AgentLedger, type AgentEvent } from './ledger.js';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let project: string;
let ledger: AgentLedger;

beforeEach(async () => {
  temporary = await temporaryDir();
  project = join(temporary.path, 'project');
  await mkdir(project);
  ledger = new AgentLedger({ disk: realDisk, files: realFiles, dataDir: join(temporary.path, 'data') });
});

afterEach(async () => temporary.remove());

const note = (event: AgentEvent, agentId = 'a1', more = {}) =>
  ledger.note({ event, agentId, agentType: 'Explore', projectDir: project, clientSession: 'c1', at: 1, ...more });

async function onlyFile(): Promise<string> {
  const dir = join(temporary.path, 'data', 'ledger');
  const [folder = ''] = await readdir(dir);
  const [name = ''] = await readdir(join(dir, folder));
  return join(dir, folder, name);
}

test('tells agents that run, that stopped, that were resumed, and that never were', async () => {
  expect(await ledger.inLedger('a1', project)).toBe('no ledger');
  await note('start');
  expect(await ledger.find('a1', project)).toEqual({ state: 'started', clientSession: 'c1' });
  expect(await ledger.inLedger('a2', project)).toBe('absent');
  await note('stop');
  expect(await ledger.inLedger('a1', project)).toBe('stopped');
  await note('start');
  expect(await ledger.inLedger('a1', project)).toBe('started');
  // The hook may have been put in while the agent ran.
  await note('stop', 'a2');
  expect(await ledger.inLedger('a2', project)).toBe('stopped');
});

test('keeps projects apart, and knows one by whatever path leads to it', async () => {
  await note('start');
  const alias = join(temporary.path, 'alias');
  await symlink(project, alias);
  expect(await ledger.inLedger('a1', alias)).toBe('started');
  expect(await ledger.inLedger('a1', temporary.path)).toBe('no ledger');
});

test.each(['', '../x', 'a b', 'x'.repeat(129)])('the id %j is never written, and never in it', async (agentId) => {
  await expect(note('start', agentId)).rejects.toThrow('none that a client gives');
  await note('start');
  expect(await ledger.inLedger(agentId, project)).toBe('absent');
});

test('lines are bounded, and whatever was cut short or is of another agent is passed over', async () => {
  await note('start', 'a1', { agentType: 'x'.repeat(1e6), clientSession: '\n'.repeat(1e6) });
  const file = await onlyFile();
  expect((await readFile(file)).length).toBeLessThan(1024);
  await appendFile(file, '{"event":"sto');
  expect(await ledger.inLedger('a1', project)).toBe('started');
  await note('stop');
  expect(await ledger.inLedger('a1', project)).toBe('stopped');
  await appendFile(file, 'null\n7\n{"event":"start","agentId":"other"}\n{"event":"later","agentId":"a1"}\n');
  expect(await ledger.inLedger('a1', project)).toBe('stopped');
});

test.each<[string, (path: string) => Promise<unknown>]>([
  ['a folder', async (path) => mkdir(path)],
  ['a pipe', async (path) => promisify(execFile)('mkfifo', [path])],
  ['a link', async (path) => symlink('/dev/null', path)],
])('%s in place of an agent’s file is a fault that says what to remove', async (_what, make) => {
  await note('start');
  const file = await onlyFile();
  await rm(file);
  await make(file);
  const fault = {
    name: 'Fault',
    code: 'STORE_FAILED',
    retry: false,
    message: expect.stringMatching(/^Could not open the ledger of agents \(ledger\/.*\.jsonl\): it is no plain file/),
    fix: expect.stringContaining(`Remove it (${file})`),
  };
  await expect(ledger.find('a1', project)).rejects.toMatchObject(fault);
  await expect(note('stop')).rejects.toMatchObject(fault);
  // Others are found all the same.
  expect(await ledger.inLedger('a2', project)).toBe('absent');
});

test('an agent resumed over and over fills no disk, and reading it reads only the end', async () => {
  await note('start');
  const file = await onlyFile();
  const line = await readFile(file, 'utf8');
  await writeFile(file, line.repeat(Math.ceil((256 * 1024) / line.length)));
  const before = (await readFile(file)).length;
  await note('stop');
  expect((await readFile(file)).length).toBe(before);
  expect(await ledger.inLedger('a1', project)).toBe('started');
});
