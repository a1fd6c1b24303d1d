/** Whether the hooks that hold back unproven work are in their places and would really run. */
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProjectConfig } from '../../../machines/schema/policy.js';
import type { WorkTree } from '../../engine/git.js';
import { git } from '../../engine/git/run-git.js';
import { findProgram } from '../../engine/verify/find-program.js';
import type { Finding } from '../checklist.js';
import type { Io } from '../command.js';
import { claudeDir } from './client-dirs.js';
import { jsonAt, objectOf } from './json-file.js';

export async function commitHookCheck({ dir }: WorkTree, { env }: Pick<Io, 'env'>): Promise<Finding> {
  const subject = 'commit hook';
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  const hooks = (await git(dir, args, { asUser: true })).toString('utf8').replace(/\n$/, '');
  const path = join(hooks, 'pre-commit');
  const own = await readFile(path, 'utf8').catch(() => undefined);
  // Husky has its own script there, which calls the project's one directory up.
  const called = hooks.endsWith('/.husky/_')
    ? await readFile(join(dirname(hooks), 'pre-commit'), 'utf8').catch(() => '')
    : '';
  const fix = 'Run proctor hook --install.';
  const starts = startsOf(`${own ?? ''}\n${called}`);
  if (own === undefined || starts.length === 0) {
    const text =
      own === undefined ? 'there is none: unapproved work can be committed' : `${path} does not call Proctor`;
    return { kind: 'warn', subject, text, fix };
  }
  const isRun = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isRun)
    return { kind: 'bad', subject, text: `${path} is not executable: git passes it by`, fix: `Run chmod +x ${path}` };
  const found = await Promise.all(starts.map((start) => isThere(start, dir, env['PATH'] ?? '')));
  if (found.includes(true)) return { kind: 'ok', subject, text: path };
  return { kind: 'bad', subject, text: `${path} calls ${starts.join(' or ')}, which is gone`, fix };
}

/** What stands before `hook pre-commit` in a line that is no comment: a program, or the file a program runs. */
function startsOf(script: string): string[] {
  const lines = script.split('\n').filter((line) => !/^\s*#/.test(line));
  return lines.flatMap((line) => {
    const [, quoted, bare] = /(?:'((?:[^']|'\\'')+)'|(\S+)) hook pre-commit\b/.exec(line) ?? [];
    return quoted?.replaceAll(`'\\''`, `'`) ?? bare ?? [];
  });
}

async function isThere(word: string, cwd: string, path: string): Promise<boolean> {
  if (!word.includes('/')) return 'path' in (await findProgram(word, { cwd, path }));
  return access(word).then(
    () => true,
    () => false,
  );
}

/** Where Claude Code looks: the project's settings, those not committed, and the user's. */
const settingsOf = (projectDir: string, io: Pick<Io, 'env' | 'home'>): string[] => [
  join(projectDir, '.claude', 'settings.json'),
  join(projectDir, '.claude', 'settings.local.json'),
  join(claudeDir(io) ?? join(io.home, '.claude'), 'settings.json'),
];

interface Settings {
  readonly path: string;
  readonly json: Awaited<ReturnType<typeof jsonAt>>;
}

export async function clientHookChecks(
  projectDir: string,
  io: Pick<Io, 'env' | 'home'>,
  config: ProjectConfig,
): Promise<Finding[]> {
  const paths = settingsOf(projectDir, io);
  const read = await Promise.all(paths.map(async (path) => ({ path, json: await jsonAt(path) })));
  return [stopHook(read), agentHooks(read, config)];
}

function stopHook(read: readonly Settings[]): Finding {
  const subject = 'stop hook';
  const found = calling(read, 'Stop', /\bstop-gate\b/);
  const broken = read.filter(({ json }) => json.kind === 'broken').map(({ path }) => path);
  if (found.length > 0) return { kind: 'ok', subject, text: found.join(', ') };
  if (broken.length > 0)
    return {
      kind: 'warn',
      subject,
      text: `${broken.join(', ')} is no JSON`,
      fix: 'Correct it: Claude Code cannot read it either.',
    };
  return {
    kind: 'warn',
    subject,
    text: 'there is none in the settings of Claude Code: an agent can stop before its work is proven',
    fix: fixSettings,
  };
}

/** They matter where agents are looked up: there a ledger tells those started from those made up. */
function agentHooks(read: readonly Settings[], { protocol, unverifiedAgents, levels }: ProjectConfig): Finding {
  const subject = 'agent hooks';
  const found = ['SubagentStart', 'SubagentStop'].map((event) => ({
    event,
    paths: calling(read, event, /\bhook subagent\b/),
  }));
  const absent = found.filter(({ paths }) => paths.length === 0).map(({ event }) => event);
  if (absent.length === 0)
    return { kind: 'ok', subject, text: [...new Set(found.flatMap(({ paths }) => paths))].join(', ') };
  const isWanted = protocol === 'single-root' || unverifiedAgents === 'refuse' || levels.node !== 'H0';
  if (absent.length === found.length && !isWanted)
    return { kind: 'note', subject, text: 'there are none; only who works with single-root has use for them' };
  const text = `there is none for ${absent.join(' and ')}: an agent is real if there is a file of it`;
  return { kind: 'warn', subject, text, fix: fixSettings };
}

const fixSettings = 'proctor init shows what to put into .claude/settings.json.';

/** The settings in which a hook for `event` runs a command like this one. */
const calling = (read: readonly Settings[], event: string, command: RegExp): string[] =>
  read
    .filter(({ json }) => json.kind === 'read' && commandsFor(event, json.value).some((line) => command.test(line)))
    .map(({ path }) => path);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function commandsFor(event: string, settings: unknown): string[] {
  const groups = listOf(objectOf(objectOf(settings)['hooks'])[event]);
  const hooks = groups.flatMap((group) => listOf(objectOf(group)['hooks']));
  return hooks.flatMap((hook) => {
    const { command } = objectOf(hook);
    return typeof command === 'string' ? [command] : [];
  });
}
