/** Whether the hooks that hold back unproven work are in their places and would really run. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { shellTokens } from '../../../machines/measures/shell-words.js';
import type { ProjectConfig } from '../../../machines/schema/policy.js';
import type { WorkTree } from '../../engine/git.js';
import { askRepository } from '../../engine/git/look-git.js';
import { findProgram } from '../../engine/verify/find-program.js';
import { plainText } from '../../store/plain-file.js';
import type { Finding } from '../checklist.js';
import type { Io } from '../command.js';
import { claudeDir } from './client-dirs.js';
import { jsonAt, objectOf } from './json-file.js';

const scriptBytesMax = 1024 * 1024;

export async function commitHookCheck({ dir }: WorkTree, { env }: Pick<Io, 'env'>): Promise<Finding> {
  const subject = 'commit hook';
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  const hooks = (await askRepository(dir, args)).toString('utf8').replace(/\n$/, '');
  const path = join(hooks, 'pre-commit');
  const own = await plainText(path, scriptBytesMax);
  // Husky has its own script there, which calls the project's one directory up.
  const called = hooks.endsWith('/.husky/_')
    ? ((await plainText(join(dirname(hooks), 'pre-commit'), scriptBytesMax)) ?? '')
    : '';
  const fix = 'Run proctor hook --install.';
  const starts = startsOf(`${own ?? ''}\n${called}`, 'hook pre-commit');
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
  const found = await Promise.all(starts.map((start) => isThere(start, { cwd: dir, path: env['PATH'] ?? '' })));
  if (found.includes(true)) return { kind: 'ok', subject, text: path };
  return { kind: 'bad', subject, text: `${path} calls ${starts.join(' or ')}, which is gone`, fix };
}

/** What stands before the call in a line that is no comment: a program, or the file a program runs. */
function startsOf(script: string, call: Call): string[] {
  const lines = script.split('\n').filter((line) => !/^\s*#/.test(line));
  const start = new RegExp(`(?:'((?:[^']|'\\\\'')+)'|"([^"]+)"|(\\S+)) ${call}\\b`);
  return lines.flatMap((line) => {
    const [, single, double, bare] = start.exec(line) ?? [];
    return single?.replaceAll(`'\\''`, `'`) ?? double ?? bare ?? [];
  });
}

type Call = 'hook pre-commit' | 'hook subagent' | 'stop-gate';

interface Place {
  readonly cwd: string;
  readonly path: string;
}

async function isThere(word: string, { cwd, path }: Place): Promise<boolean> {
  if (!word.includes('/')) return 'path' in (await findProgram(word, { cwd, path }));
  return access(resolve(cwd, word)).then(
    () => true,
    () => false,
  );
}

/** These take the name of a package, which they fetch where it is not there. */
const packageRunners: readonly string[] = ['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bunx'];

/** The program of a command, and the file it runs, as far as they are not there. What only a shell can tell is let be. */
async function goneIn(command: string, call: Call, place: Place): Promise<string[]> {
  const [start] = startsOf(command, call);
  const read = shellTokens(command);
  const words = read.ok ? read.tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : [])) : [];
  const isPlain = read.ok && words.length === read.tokens.length;
  const program = isPlain ? words.find((word) => !/^\w+=/.test(word)) : undefined;
  const named = new Set<string>(program === undefined ? [] : [program]);
  if (start !== undefined && start !== program && mayBeFile(start, program)) named.add(resolve(place.cwd, start));
  const found = await Promise.all([...named].map(async (word) => ((await isThere(word, place)) ? [] : [word])));
  return found.flat();
}

function mayBeFile(start: string, program: string | undefined): boolean {
  if (program === undefined) return isAbsolute(start) && !/[$`*?]/.test(start);
  return !packageRunners.includes(basename(program));
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
  const place = { cwd: projectDir, path: io.env['PATH'] ?? '' };
  const [stop, ...agents] = await Promise.all([
    judged(read, 'Stop', 'stop-gate', place),
    judged(read, 'SubagentStart', 'hook subagent', place),
    judged(read, 'SubagentStop', 'hook subagent', place),
  ]);
  const unread = unreadable(read);
  return [stopHook(stop, unread), agentHooks(agents, unread, config)];
}

/** What there may be in settings that are no JSON, nobody can say. */
function unreadable(read: readonly Settings[]): Pick<Finding, 'text' | 'fix'> | undefined {
  const broken = read.filter(({ json }) => json.kind === 'broken').map(({ path }) => path);
  if (broken.length === 0) return undefined;
  return { text: `${broken.join(', ')} is not JSON`, fix: 'Correct it: Claude Code cannot read it either.' };
}

/** A matcher says nothing for Stop: every stop runs it. */
function stopHook({ hooks, working, gone }: Judged, unread: ReturnType<typeof unreadable>): Finding {
  const subject = 'stop hook';
  if (working.length > 0) return { kind: 'ok', subject, text: pathsOf(working) };
  if (hooks.length > 0) return { kind: 'bad', subject, ...goneFrom(hooks, gone) };
  if (unread) return { kind: 'warn', subject, ...unread };
  return {
    kind: 'warn',
    subject,
    text: 'there is none in the settings of Claude Code: an agent can stop before its work is proven',
    fix: fixSettings,
  };
}

/** They matter where agents are looked up: there a ledger tells those started from those made up. */
function agentHooks(
  events: readonly Judged[],
  unread: ReturnType<typeof unreadable>,
  { protocol, unverifiedAgents, levels }: ProjectConfig,
): Finding {
  const subject = 'agent hooks';
  const dead = events.filter(({ hooks, working }) => hooks.length > 0 && working.length === 0);
  if (dead.length > 0) {
    const [hooks, gone] = [dead.flatMap((each) => each.hooks), dead.flatMap((each) => each.gone)];
    return { kind: 'bad', subject, ...goneFrom(hooks, gone) };
  }
  const absent = events.filter(({ hooks }) => hooks.length === 0).map(({ event }) => event);
  if (absent.length > 0 && unread) return { kind: 'warn', subject, ...unread };
  const isWanted = protocol === 'single-root' || unverifiedAgents === 'refuse' || levels.node !== 'H0';
  if (absent.length === events.length && !isWanted)
    return { kind: 'note', subject, text: 'there are none; only who works with single-root has use for them' };
  if (absent.length > 0) {
    const text = `there is none for ${absent.join(' and ')}: an agent is real if there is a file of it`;
    return { kind: 'warn', subject, text, fix: fixSettings };
  }
  const partial = events.filter(({ working }) => !working.some(({ matcher }) => isForAll(matcher)));
  if (partial.length > 0) {
    const text = partial.map(({ event, working }) => `${event} is only for ${matchersOf(working)}`).join(', ');
    const fix = `Take the matcher away in ${pathsOf(partial.flatMap(({ working }) => working))}.`;
    return { kind: 'warn', subject, text: `${text}: other agents are not told of`, fix };
  }
  return { kind: 'ok', subject, text: pathsOf(events.flatMap(({ working }) => working)) };
}

const fixSettings = 'proctor init shows what to put into .claude/settings.json.';

const pathsOf = (hooks: readonly Hook[]): string => [...new Set(hooks.map(({ path }) => path))].join(', ');

const matchersOf = (hooks: readonly Hook[]): string =>
  [...new Set(hooks.map(({ matcher }) => JSON.stringify(matcher)))].join(' and ');

const isForAll = (matcher: unknown): boolean => matcher === undefined || ['', '*', '.*'].some((all) => all === matcher);

const goneFrom = (hooks: readonly Hook[], gone: readonly string[]): Pick<Finding, 'text' | 'fix'> => ({
  text: `${pathsOf(hooks)} calls ${[...new Set(gone)].join(' or ')}, which is gone`,
  fix: fixSettings,
});

interface Hook {
  readonly path: string;
  readonly command: string;
  /** As the file has it. */
  readonly matcher: unknown;
}

interface Judged {
  readonly event: string;
  readonly hooks: readonly Hook[];
  /** Those whose program is there. */
  readonly working: readonly Hook[];
  readonly gone: readonly string[];
}

/** The hooks for an event that call Proctor, wherever they are set. */
async function judged(read: readonly Settings[], event: string, call: Call, place: Place): Promise<Judged> {
  const calls = new RegExp(`\\b${call}\\b`);
  const hooks = read.flatMap((each) => hooksFor(event, each)).filter(({ command }) => calls.test(command));
  const each = await Promise.all(hooks.map(async (hook) => ({ hook, gone: await goneIn(hook.command, call, place) })));
  const working = each.filter(({ gone }) => gone.length === 0).map(({ hook }) => hook);
  return { event, hooks, working, gone: each.flatMap(({ gone }) => gone) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function hooksFor(event: string, { path, json }: Settings): Hook[] {
  if (json.kind !== 'read') return [];
  const groups = listOf(objectOf(objectOf(json.value)['hooks'])[event]).map(objectOf);
  return groups.flatMap(({ hooks, matcher }) =>
    listOf(hooks).flatMap((hook) => {
      const { command } = objectOf(hook);
      return typeof command === 'string' ? [{ path, command, matcher }] : [];
    }),
  );
}
