/** Hooks in the settings of Claude Code. The bug to fear: doctor says ✓, and nothing holds an agent back. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProjectConfig } from '../../../machines/schema/policy.js';
import { testDir } from '../../testing/test-dir.js';
import { stopHookSettings } from '../stop-hook-setup.js';
import { subagentHookSettings } from '../subagent-hook-setup.js';
import { clientHookChecks } from './hook-checks.js';

const dir = testDir();

async function put(file: string, text: string): Promise<void> {
  const path = join(dir.path, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function found(config: object = {}) {
  const env = { PATH: process.env['PATH'] ?? '', CLAUDE_CONFIG_DIR: '' };
  const io = { env, home: join(dir.path, 'home') };
  const [stop, agents] = await clientHookChecks(join(dir.path, 'project'), io, ProjectConfig.parse(config));
  return { stop, agents };
}

const project = '.claude/settings.json';
const inProject = async (settings: object) => put(`project/${project}`, JSON.stringify(settings));

test('a Stop hook counts wherever Claude Code looks for it, and only one that asks Proctor', async () => {
  const stopHook = JSON.stringify(stopHookSettings('solo'));
  await put(`project/${project}`, stopHook.replace('stop-gate', 'status'));
  expect((await found()).stop).toMatchObject({ kind: 'warn' });
  await put(`home/${project}`, stopHook);
  expect((await found()).stop).toMatchObject({ kind: 'ok' });
});

test('hooks around sub-agents are wanted where agents are looked up, and both of them', async () => {
  const { SubagentStart: hook } = subagentHookSettings().hooks;
  const seen = async (hooks: object, protocol: string) => {
    await inProject({ hooks });
    return (await found({ protocol })).agents;
  };
  expect(await seen({}, 'multi-gate')).toMatchObject({ kind: 'note' });
  expect(await seen({}, 'single-root')).toMatchObject({ kind: 'warn', fix: expect.stringContaining('init') });
  const half = await seen({ SubagentStart: hook }, 'single-root');
  expect(half).toMatchObject({ kind: 'warn', text: expect.stringContaining('SubagentStop') });
});

const stops = (command: string) => command.replace('hook subagent', 'stop-gate --as solo');
const agents = (command: string, matcher?: string) => {
  const group = [{ matcher, hooks: [{ type: 'command', command }] }];
  return { SubagentStart: group, SubagentStop: group, Stop: [{ matcher, hooks: [{ command: stops(command) }] }] };
};
// Any file that is there will do.
const here = `node '${process.execPath}' hook subagent`;

test.each([
  { what: 'every agent', hooks: agents(here, '*'), agent: 'ok', stop: 'ok' },
  { what: 'some agents', hooks: agents(here, 'Explore'), agent: 'warn', stop: 'ok', says: 'only for "Explore"' },
  {
    what: 'a script',
    hooks: agents('node /gone/main.js hook subagent'),
    agent: 'bad',
    stop: 'bad',
    says: '/gone/main.js',
  },
  { what: 'a program', hooks: agents(here.replace('node', 'nod')), agent: 'bad', stop: 'bad', says: 'calls nod,' },
  {
    what: 'a relative file',
    hooks: agents('node dist/none.js hook subagent'),
    agent: 'bad',
    stop: 'bad',
    says: 'none.js',
  },
  {
    what: 'more than words',
    hooks: agents('"/gone/x y" hook subagent || true'),
    agent: 'bad',
    stop: 'bad',
    says: '/gone/x y',
  },
  { what: 'what a shell knows', hooks: agents('node "$DIR/x.js" hook subagent'), agent: 'ok', stop: 'ok' },
  { what: 'a package', hooks: agents('npx -y proctor-mcp hook subagent'), agent: 'ok', stop: 'ok' },
])('hooks for $what are judged by whether they work', async ({ hooks, agent, stop, says = '' }) => {
  await inProject({ hooks });
  const seen = await found();
  expect(seen.agents).toMatchObject({ kind: agent, text: expect.stringContaining(says) });
  expect(seen.stop).toMatchObject({ kind: stop });
});

test('settings that are no JSON are told as that, and a hook that works elsewhere is enough', async () => {
  await put(`project/${project}`, '{"hooks":');
  const broken = { kind: 'warn', text: expect.stringMatching(/settings\.json is not JSON$/) };
  expect(await found()).toMatchObject({ stop: broken, agents: broken });
  await inProject({ hooks: agents('node /gone/main.js hook subagent', 'Explore') });
  await put('project/.claude/settings.local.json', JSON.stringify({ hooks: agents(here) }));
  expect(await found()).toMatchObject({ stop: { kind: 'ok' }, agents: { kind: 'ok' } });
});
