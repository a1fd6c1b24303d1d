/**
 * `proctor doctor` on real projects and stores. The bugs to fear: it says all is well where it is not, or a look changes
 * what it looks at.
 */
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repo } from '../testing/git-repo.js';
import { mainFile, temporaryDir } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal } from '../testing/run-on-terminal.js';
import { addProject, serverIn, TicketTeam } from '../testing/ticket-team.js';
import { stopHookSettings } from './stop-hook-setup.js';

const stopHook = JSON.stringify(stopHookSettings('solo'));

type Temporary = Awaited<ReturnType<typeof temporaryDir>>;

let repo: Repo;
let data: Temporary;
let home: Temporary;

beforeEach(async () => {
  repo = await addProject();
  data = await temporaryDir();
  home = await temporaryDir();
});

afterEach(async () => {
  await Promise.all([data.remove(), home.remove(), repo.rm()]);
});

interface Check {
  readonly subject: string;
  readonly level: string;
  readonly text: string;
  readonly fix: string | null;
}

/** Clients of whoever runs the tests are none of theirs. */
const env = () => ({ HOME: home.path, TMPDIR: home.path, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' });
const cli = (args: string[], cwd = repo.dir) => runCli(args, { cwd, dataDir: data.path, env: env() });

async function examined(cwd = repo.dir): Promise<{ code: number | null; find: (subject: string) => Check[] }> {
  const { code, out, err } = await cli(['doctor', '--json'], cwd);
  expect(err).toBe('');
  const { checks, ok } = JSON.parse(out) as { checks: Check[]; ok: boolean };
  expect(ok).toBe(code === 0);
  return { code, find: (subject) => checks.filter((check) => check.subject === subject) };
}

/** Every file below, with its time and size. */
async function filesIn(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  return Promise.all(
    names.sort().map(async (name) => {
      const found = await stat(join(dir, name));
      return found.isDirectory() ? name : `${name} ${found.mtimeMs} ${found.size}`;
    }),
  );
}

const probes = async () => (await readdir(home.path)).filter((name) => name.startsWith('proctor-doctor-'));

test('a healthy project has nothing bad, and is the same afterwards', async () => {
  expect((await cli(['hook', '--install'])).code).toBe(0);
  await repo.write({
    '.claude/settings.json': stopHook,
    '.mcp.json': JSON.stringify({
      mcpServers: { proctor: { command: 'node', args: [mainFile, 'serve', '--as', 'orchestrator'] } },
    }),
  });
  const proctor = await serverIn(repo, data.path);
  await TicketTeam.open(proctor);
  await proctor.close();
  const before = { store: await filesIn(data.path), project: await filesIn(repo.dir), probes: await probes() };

  const { code, find } = await examined();
  expect(code).toBe(0);
  expect(find('server')).toMatchObject([{ level: 'ok', text: expect.stringMatching(/with 14 tools, in \d+ ms$/) }]);
  for (const subject of ['node', 'git', 'work tree', 'config', 'approved', 'commands', 'programs', 'protected'])
    expect(find(subject)).toMatchObject([{ level: 'ok' }]);
  for (const subject of ['data', 'sessions', 'commit hook', 'stop hook', 'clients'])
    expect(find(subject)).toMatchObject([{ level: 'ok' }]);
  expect(find('sessions')[0]?.text).toBe('1 session; all of them were read, none damaged');
  expect(find('clients')[0]?.text).toContain('as orchestrator');
  expect(find('data')[0]?.text).toContain('by PROCTOR_DATA');
  expect({ store: await filesIn(data.path), project: await filesIn(repo.dir), probes: await probes() }).toEqual(before);
});

test('a store that is not there yet is not made by looking', async () => {
  await data.remove();
  expect((await examined()).code).toBe(0);
  await expect(stat(data.path)).rejects.toThrow('ENOENT');
});

test('a broken config is bad and its field is named; a server would not start either', async () => {
  await repo.write({ 'proctor.config.json': '{"commands":{"allow":["npm test | cat"],"netwrk":true}}' });
  const { code, find } = await examined();
  expect(code).toBe(1);
  expect(find('config')).toMatchObject([
    { level: 'bad', text: expect.stringContaining('commands.netwrk: no such field') },
  ]);
  expect(find('server')).toMatchObject([{ level: 'bad', text: expect.stringContaining('commands.netwrk') }]);
});

test('without a config, or with one that allows nothing, it says what to run', async () => {
  await repo.write({ 'proctor.config.json': '{}' });
  expect((await examined()).find('commands')).toMatchObject([{ level: 'warn', fix: expect.stringContaining('init') }]);
  await repo.remove('proctor.config.json');
  const { code, find } = await examined();
  expect(code).toBe(0);
  expect(find('config')).toMatchObject([{ level: 'warn', fix: 'Run proctor init.' }]);
});

test('programs that are not there are named, and bad if there is no other', async () => {
  const allow = (...patterns: string[]) =>
    repo.write({ 'proctor.config.json': JSON.stringify({ commands: { allow: patterns }, protected: ['nothing/**'] }) });
  await allow('node --test', 'no-such-runner *');
  const some = await examined();
  expect(some.find('programs')).toMatchObject([{ level: 'warn', text: 'not found on PATH: no-such-runner' }]);
  expect(some.find('protected')).toMatchObject([{ level: 'warn', text: expect.stringContaining('none of the') }]);
  await allow('no-such-runner *');
  expect((await examined()).find('programs')).toMatchObject([{ level: 'bad' }]);
});

test('outside of git tickets cannot be opened', async () => {
  const { code, find } = await examined(home.path);
  expect(code).toBe(1);
  expect(find('work tree')).toMatchObject([{ level: 'bad', text: expect.stringContaining('NO_GIT') }]);
});

test('a damaged journal is named, with what to run', async () => {
  const proctor = await serverIn(repo, data.path);
  const { sessionId } = await TicketTeam.open(proctor);
  const { sessionId: sound } = await TicketTeam.open(proctor);
  await proctor.close();
  const path = join(data.path, 'sessions', sessionId, 'journal.jsonl');
  await writeFile(path, (await readFile(path, 'utf8')).replace('Add adds', 'Add odds'));
  const { code, out } = await cli(['doctor']);
  expect(code).toBe(1);
  expect(out).toContain(`proctor audit ${sessionId}`);
  expect(out).not.toContain(sound);
  expect((await cli(['audit', sessionId])).code).toBe(1);
});

test('a config that changed since a person approved it is said to have', async () => {
  const approve = () =>
    runOnTerminal(['approve', '--config'], {
      cwd: repo.dir,
      dataDir: data.path,
      answers: [['Type approve', 'approve']],
    });
  expect((await approve()).code).toBe(0);
  expect((await examined()).find('approved')).toMatchObject([
    { level: 'ok', text: expect.stringContaining('as it is, by') },
  ]);
  await repo.write({ 'proctor.config.json': '{"commands":{"allow":["node *","make *"]}}' });
  expect((await examined()).find('approved')).toMatchObject([
    { level: 'warn', text: expect.stringContaining('changed since'), fix: expect.stringContaining('approve --config') },
  ]);
});

describe('hooks', () => {
  const hook = () => join(repo.dir, '.git/hooks/pre-commit');

  test('are missed, and one that cannot run is bad', async () => {
    expect((await examined()).find('commit hook')).toMatchObject([
      { level: 'warn', fix: 'Run proctor hook --install.' },
    ]);
    await mkdir(join(hook(), '..'), { recursive: true });
    await writeFile(hook(), '#!/bin/sh\n# proctor hook pre-commit\nexit 0\n', { mode: 0o755 });
    expect((await examined()).find('commit hook')[0]?.text).toContain('does not call Proctor');
    await writeFile(hook(), "#!/bin/sh\nexec node '/gone/it is/main.js' hook pre-commit\n");
    const { code, find } = await examined();
    expect(code).toBe(1);
    expect(find('commit hook')[0]?.text).toContain('calls /gone/it is/main.js, which is gone');
  });
});

test('clients are found where they keep their servers, and a role or a file that is none is bad', async () => {
  const server = (...args: string[]) => ({ mcpServers: { proctor: { command: 'node', args } } });
  await writeFile(
    join(home.path, '.claude.json'),
    JSON.stringify({ projects: { [repo.dir]: server(mainFile, 'serve'), '/other': server('/gone') } }),
  );
  await repo.write({
    '.cursor/mcp.json': JSON.stringify(server(mainFile, 'serve', '--as=boss')),
    '.codex/config.toml': `[mcp_servers.x]\ncommand = "npx"\nargs = ["-y", "proctor-mcp",\n  "serve", '--as', "architect"]\n[other]\n`,
    '.mcp.json': JSON.stringify(server('/gone/main.js', 'serve')),
  });
  const { code, find } = await examined();
  expect(code).toBe(1);
  expect(find('clients').map(({ level, text }) => `${level}: ${text.replace(/ \(.*/, '')}`)).toEqual([
    'bad: Claude Code starts /gone/main.js, which is gone',
    'ok: Claude Code has it, as solo',
    'bad: Cursor starts it as boss',
    'ok: Codex has it, as architect',
  ]);
});

test('a lock that a killed git left behind is named', async () => {
  const lock = join(repo.dir, '.git/index.lock');
  await writeFile(lock, '');
  expect((await examined()).find('git lock')).toEqual([]);
  await utimes(lock, 1, 1);
  expect((await examined()).find('git lock')).toMatchObject([{ level: 'warn', text: expect.stringContaining(lock) }]);
});

test('colours are for terminals only, and are taken away on request', async () => {
  const shown = async (more: Record<string, string>) =>
    (await runCli(['doctor'], { cwd: repo.dir, dataDir: data.path, env: { ...env(), ...more } })).out;
  expect(await shown({})).not.toContain('\u001b[');
  expect(await shown({ FORCE_COLOR: '1' })).toContain('\u001b[32m✓');
  expect(await shown({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain('\u001b[');
});
