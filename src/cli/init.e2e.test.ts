/**
 * `proctor init` in real projects. The bugs to fear: a config that a person wrote is gone, one is written that nobody
 * agreed to, or what was written does not let a ticket be opened.
 */
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProjectConfig } from '../../machines/schema/policy.js';
import { isAgentVariable } from './agent-environment.js';
import { makeRepo, type Repo } from '../testing/git-repo.js';
import { acts } from '../testing/hostile-text.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal } from '../testing/run-on-terminal.js';
import { contract, right, serverIn, sourceFile, TicketTeam } from '../testing/ticket-team.js';

const npmProject = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test', start: 'node .' } }),
  'package-lock.json': '{}',
  'test/a.test.mjs': "import test from 'node:test';\ntest('a', () => undefined);\n",
};

const proposedCommands = [
  ...['npm test', 'npm test -- *', 'npm test -- --test-name-pattern *'],
  ...['node --test', 'node --test *', 'node --test --test-name-pattern *'],
];

let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;

beforeEach(async () => {
  repo = await makeRepo(npmProject);
  data = await temporaryDir();
});

afterEach(async () => {
  await data.remove();
  await repo.rm();
});

const place = () => ({ cwd: repo.dir, dataDir: data.path });
const path = () => join(repo.dir, 'proctor.config.json');
const written = async (): Promise<string | undefined> => readFile(path(), 'utf8').catch(() => undefined);
/** As if no agent had started the tests. */
const noAgent = Object.fromEntries(
  Object.keys(process.env)
    .filter(isAgentVariable)
    .map((name) => [name, '']),
);
const cli = (args: string[], env: Record<string, string> = {}) =>
  runCli(['init', ...args], { ...place(), env: { ...noAgent, ...env } });
const open = (answer: string) => runOnTerminal(['init'], { ...place(), answers: [['[Y/n]', answer]] });

test('in a fresh project tickets can be opened with the commands it proposed, and with no other', async () => {
  const { code, out, err } = await cli(['--yes']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const shown of ['npm test -- *', 'claude mcp add proctor', '--as orchestrator', '--as system3', 'stop-gate'])
    expect(out).toContain(shown);
  const text = (await written()) ?? '';
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  const config = ProjectConfig.parse(JSON.parse(text));
  expect(config.commands.allow).toEqual(proposedCommands);
  expect(await repo.git('status', '--porcelain')).toBe('?? proctor.config.json');

  const proctor = await serverIn(repo, data.path);
  try {
    const other = await proctor.call('ticket_open', { tickets: [{ ...contract, verify: 'npm run start' }] });
    expect(other.codes).toEqual(['COMMAND_NOT_ALLOWED']);
    const team = await TicketTeam.at(proctor, { verify: 'npm test -- test/a.test.mjs' });
    await repo.write({ [sourceFile]: right });
    expect((await team.submit(1)).data.gate).toMatchObject({ status: 'REVIEWING' });
  } finally {
    await proctor.close();
  }
});

test('without a terminal and without --yes it shows and writes nothing', async () => {
  const { code, out, err } = await cli([]);
  expect(code).toBe(1);
  expect(out).toContain('npm test -- *');
  expect(out).not.toContain('claude mcp add');
  expect(err).toContain('proctor init --yes');
  expect(await readdir(repo.dir)).not.toContain('proctor.config.json');
});

describe('on a terminal it asks', () => {
  test.each(['', 'y', 'YES'])('and %j is a yes', async (answer) => {
    const { code, screen } = await open(answer);
    expect(code).toBe(0);
    expect(screen).toContain('Wrote');
    expect(await written()).toContain('npm test');
    expect((await readdir(repo.dir)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test.each(['n', 'what?'])('and %j is a no', async (answer) => {
    const { code, screen } = await open(answer);
    expect(code).toBe(1);
    expect(screen).toContain('Nothing was written');
    expect(await written()).toBeUndefined();
  });

  test('and Ctrl-C is a no, although an empty answer is a yes', async () => {
    const { code } = await runOnTerminal(['init'], { ...place(), interruptAt: '[Y/n]' });
    expect(code).toBe(1);
    expect(await written()).toBeUndefined();
  });
});

describe('a config that is there', () => {
  const own = '{"commit":"auto",\n "commands":{"allow":["npm test"]}}';

  test('is left as it is, and what it lacks is shown', async () => {
    await writeFile(path(), own);
    const { code, out, err } = await cli(['--yes']);
    expect(code).toBe(1);
    expect(out).toContain('node --test *');
    expect(out).not.toContain('  npm test  ');
    expect(err).toContain('--force');
    expect(await written()).toBe(own);
  });

  test('with --force gains that and keeps the rest, and then there is nothing to do', async () => {
    await writeFile(path(), own);
    expect((await cli(['--yes', '--force'])).code).toBe(0);
    const config = ProjectConfig.parse(JSON.parse((await written()) ?? ''));
    expect(config).toMatchObject({ commit: 'auto', commands: { network: false } });
    expect(config.commands.allow).toEqual(proposedCommands);
    expect(config.protected).toEqual(expect.arrayContaining([...ProjectConfig.parse({}).protected, '.npmrc']));
    const again = await cli(['--yes']);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('has all that would be proposed');
  });

  test('that cannot be read is named, and replaced only with --force', async () => {
    await writeFile(path(), '{"comands":{}}');
    const { code, out, err } = await cli(['--yes']);
    expect(code).toBe(1);
    expect(out).toContain('comands: no such field');
    expect(err).toContain('--force');
    expect(await written()).toBe('{"comands":{}}');
    expect((await cli(['--yes', '--force'])).code).toBe(0);
    expect(ProjectConfig.safeParse(JSON.parse((await written()) ?? '')).success).toBe(true);
  });

  test('behind a link stays behind it', async () => {
    await repo.write({ 'conf/p.json': own });
    await symlink('conf/p.json', path());
    expect((await cli(['--yes', '--force'])).code).toBe(0);
    expect((await lstat(path())).isSymbolicLink()).toBe(true);
    expect(await readFile(join(repo.dir, 'conf/p.json'), 'utf8')).toContain('node --test *');
  });
});

test('an agent may run it and is told that a person has to look', async () => {
  const { code, err } = await cli(['--yes'], { CLAUDECODE: '1' });
  expect(code).toBe(0);
  expect(err.replace(/\s+/g, ' ')).toContain('A person should read proctor.config.json');
  expect(err).toContain('POLICY_CHANGED');
  expect(await written()).toBeDefined();
});

test('where nothing is known the list is empty and says what to add', async () => {
  await repo.remove('package.json', 'package-lock.json', 'test');
  const { code, out } = await cli(['--yes']);
  expect(code).toBe(0);
  expect(out.replace(/\s+/g, ' ')).toContain('Add to commands.allow');
  expect(JSON.parse((await written()) ?? '')).toMatchObject({ commands: { allow: [] } });
});

test('--json says what is proposed and whether it was written', async () => {
  const proposal = JSON.parse((await cli(['--json'])).out);
  expect(proposal).toMatchObject({ written: false, existing: 'none', found: ['npm (package.json)'] });
  expect(proposal.allow[0]).toMatchObject({ pattern: 'npm test', why: 'the script "test" in package.json' });
  const { config } = JSON.parse((await cli(['--json', '--yes'])).out);
  expect(config).toEqual(JSON.parse((await written()) ?? ''));
});

test('names that would act on a terminal are shown without their effect', async () => {
  await repo.write({
    'package.json': JSON.stringify({ scripts: { 'test:\u001b[2J': 'jest', 'test:\u202ex': 'true' } }),
  });
  const { out, err } = await cli(['--yes']);
  expect(out + err).not.toMatch(acts);
});
