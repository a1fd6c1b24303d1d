/**
 * `proctor hook subagent` as Claude Code runs it. The bugs to fear: the hook holds an agent up or talks to it, or an agent
 * that was really started is missing from the ledger.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realDisk } from '../store/real-disk.js';
import { runCli, type CliOptions } from '../testing/run-cli.js';
import { testDir } from '../testing/test-dir.js';
import { realFiles } from '../transcripts/files.js';
import { AgentLedger } from '../transcripts/ledger.js';
import { subagentHookSettings } from './subagent-hook-setup.js';

const temporary = testDir();
let dataDir: string;
let project: string;

beforeEach(async () => {
  dataDir = join(temporary.path, 'data');
  project = join(temporary.path, 'project');
  await mkdir(project);
});

const hook = (input: NonNullable<CliOptions['input']>, env: Record<string, string> = {}, args: string[] = []) =>
  runCli(['hook', 'subagent', ...args], { cwd: project, dataDir, input, env: { CLAUDE_PROJECT_DIR: '', ...env } });

const told = (event: string, agentId: string, more = {}) =>
  JSON.stringify({
    session_id: 'c0ffee',
    transcript_path: '/home/p/.claude/projects/x/c0ffee.jsonl',
    cwd: project,
    hook_event_name: event,
    agent_id: agentId,
    agent_type: 'Explore',
    ...more,
  });

const silence = { code: 0, out: '', err: '' };
const ledger = (dir = dataDir) => new AgentLedger({ disk: realDisk, files: realFiles, dataDir: dir });
const state = (agentId: string, dir = project) => ledger().inLedger(agentId, dir);

test('notes starts and stops without a word', async () => {
  expect(await hook(told('SubagentStart', 'a1'))).toEqual(silence);
  expect(await ledger().find('a1', project)).toEqual({ state: 'started', clientSession: 'c0ffee' });
  const words = { stop_hook_active: false, agent_transcript_path: '/x', last_assistant_message: 'x'.repeat(1e6) };
  expect(await hook(told('SubagentStop', 'a1', words))).toEqual(silence);
  expect(await state('a1')).toBe('stopped');
  expect(await state('a2')).toBe('absent');
});

test('the project is where Claude Code was started, wherever its session has gone since', async () => {
  const below = join(project, 'below');
  await mkdir(below);
  expect(await hook(told('SubagentStart', 'a1', { cwd: below }), { CLAUDE_PROJECT_DIR: project })).toEqual(silence);
  expect(await state('a1')).toBe('started');
  expect(await state('a1', below)).toBe('no ledger');
});

test('--data moves the ledger with the store', async () => {
  const other = join(temporary.path, 'other');
  expect(await hook(told('SubagentStart', 'a1'), {}, ['--data', other])).toEqual(silence);
  expect(await state('a1')).toBe('no ledger');
  expect(await ledger(other).inLedger('a1', project)).toBe('started');
});

test.each([
  ['no JSON', 'hello', 'not JSON'],
  ['nothing', '', 'not JSON'],
  ['no object', '[]', 'not a JSON object'],
  ['another event', told('Stop', 'a1'), 'not for Stop'],
  ['an event that objects have', told('toString', 'a1'), 'not for toString'],
  ['no agent', told('SubagentStart', ''), 'agent_id'],
  ['an id that is a path', told('SubagentStart', '../../x'), 'none that a client gives'],
  ['too much', `"${'x'.repeat(5 * 1024 * 1024)}"`, 'KiB came on stdin'],
])('%s holds up nobody and is said on stderr', async (_what, input, reason) => {
  const { code, out, err } = await hook(input);
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toContain('the ledger of agents was not written');
  expect(err).toContain(reason);
  expect(await state('a1')).toBe('no ledger');
});

test('a store that cannot be written holds up nobody', async () => {
  await writeFile(join(temporary.path, 'data'), '');
  const { code, out, err } = await hook(told('SubagentStart', 'a1'));
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toContain('not written');
});

test('wrong use is never exit code 2, which would keep the agent going', async () => {
  expect((await hook('{}', {}, ['--bogus'])).code).toBe(1);
  expect((await runCli(['hook', 'sub'], { cwd: project, dataDir })).code).toBe(1);
});

test('hooks of many agents at once lose nothing, and tear no line', async () => {
  const agents = Array.from({ length: 8 }, (_, index) => `agent-${index}`);
  await Promise.all([
    ...agents.map((agent) => hook(told('SubagentStart', agent))),
    ...Array.from({ length: 8 }, (_, index) => hook(told('SubagentStart', 'shared', { session_id: `c${index}` }))),
  ]);
  for (const agent of [...agents, 'shared']) expect(await state(agent)).toBe('started');
  const [folder = ''] = await readdir(join(dataDir, 'ledger'));
  const dir = join(dataDir, 'ledger', folder);
  const texts = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
  const notes = texts.map((text) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
  const shared = notes.find((each) => each[0].agentId === 'shared')!;
  expect(shared.map((note) => note.clientSession).sort()).toEqual(agents.map((_, index) => `c${index}`));
  expect(notes.flat()).toHaveLength(16);
});

test('its help and init show the settings to copy, and they run', async () => {
  const { out } = await runCli(['hook', '--help'], { cwd: project, dataDir });
  const shown = JSON.parse(out.slice(out.indexOf('  {'), out.lastIndexOf('\n  }') + 4));
  expect(shown).toEqual(subagentHookSettings());
  const command: string = shown.hooks.SubagentStart[0].hooks[0].command;
  expect(shown.hooks.SubagentStop[0].hooks[0].command).toBe(command);
  const env = { ...process.env, PROCTOR_DATA: dataDir, CLAUDE_PROJECT_DIR: project };
  execFileSync('sh', ['-c', command], { cwd: temporary.path, env, input: told('SubagentStart', 'a1') });
  expect(await state('a1')).toBe('started');
  expect(subagentHookSettings(['--data', '/d d']).hooks.SubagentStop[0]?.hooks[0]?.command).toContain("--data '/d d'");
  const { out: setup } = await runCli(['init', '--yes', '--json'], { cwd: project, dataDir });
  expect(JSON.stringify(JSON.parse(setup))).toContain('hook subagent');
});
