/**
 * What git is told besides its arguments, for the three ways to ask it. Only a commit is made as the user makes it. To
 * look, git gets a repository of ours with no settings but these: settings of the machine, the user, the repository or a
 * work tree can run programs and can make git see other bytes than lie on the disk.
 */
import { join } from 'node:path';
import { packageDir } from '../../store/package-dir.js';

export type ObjectFormat = 'sha1' | 'sha256';

/** An object's name tells. */
export const formatOf = (id: string): ObjectFormat => (id.length === 64 ? 'sha256' : 'sha1');

export type View =
  /** With the settings and hooks of whoever commits. */
  | { readonly as: 'user' }
  /** For what only the repository knows: where it is, its head, its settings. Reads no file of the work tree. */
  | { readonly as: 'repository'; readonly gitDir?: string }
  /** For objects and files: the repository's objects, and nothing else of it. */
  | { readonly as: 'plain'; readonly objects: string; readonly format: ObjectFormat; readonly shallow?: string };

export interface Told {
  readonly view: View;
  /** The top of the work tree. */
  readonly dir: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly config: readonly (readonly [name: string, value: string])[];
}

const readable = [['core.quotepath', 'off']] as const;

/** Settings with which git would run programs, or write, when it only has to look. */
const inert = [
  ...[['core.fsmonitor', 'false'] as const, ['core.untrackedCache', 'false'] as const],
  ...[['core.splitIndex', 'false'] as const, ['submodule.recurse', 'false'] as const],
  ...[['log.showSignature', 'false'] as const, ['gc.auto', '0'] as const, ['maintenance.auto', 'false'] as const],
];

/** Settings with which git looks closely, in a repository that has no others. */
const closely = [
  ...[['core.hooksPath', '/dev/null'] as const, ['core.attributesFile', '/dev/null'] as const],
  ...[['core.excludesFile', '/dev/null'] as const, ['core.fileMode', 'true'] as const],
  ...[['core.ignoreCase', 'false'] as const, ['core.symlinks', 'true'] as const],
  ...[['core.precomposeUnicode', 'true'] as const, ['core.trustctime', 'true'] as const],
  ...[['core.checkStat', 'default'] as const, ['core.ignoreStat', 'false'] as const],
  ...[['core.autocrlf', 'false'] as const, ['core.safecrlf', 'false'] as const],
  // A file beside the objects that repeats what is in them, and that nobody checks.
  ...[['core.commitGraph', 'false'] as const, ['log.mailmap', 'false'] as const],
];

/** Of the server's own. What is not here can be a secret, or change what git does. */
const inherited = ['HOME', 'XDG_CONFIG_HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'DEVELOPER_DIR'];

export function gitEnvironment(told: Told): Record<string, string | undefined> {
  const { view, path, env, config } = told;
  const base = { ...own(view), PATH: path, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
  const settings = [...readable, ...settingsOf(view), ...config];
  return { ...base, ...viewEnvironment(told), ...env, ...settingsEnvironment(settings) };
}

/** A hook's or a caller's `GIT_DIR`, `GIT_INDEX_FILE` or `GIT_CONFIG_…` must not decide which repository answers. */
function own({ as }: View): Record<string, string | undefined> {
  const isPassed = (name: string) =>
    as === 'user' ? !name.startsWith('GIT_') && name !== 'GPG_TTY' : inherited.includes(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isPassed(name)));
}

function settingsOf({ as }: View): readonly (readonly [string, string])[] {
  if (as === 'user') return [];
  return as === 'repository' ? inert : [...inert, ...closely];
}

/** As variables: on the command line, a `=` in a name would end the name. */
function settingsEnvironment(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const named = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name] as const,
    [`GIT_CONFIG_VALUE_${at}`, value] as const,
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(named) };
}

/** No protocol: a missing object is missing, and is not fetched by whatever the repository names for it. */
const onlyLook = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ATTR_NOSYSTEM: '1',
};

function viewEnvironment({ view, dir }: Told): Record<string, string> {
  if (view.as === 'user') return {};
  // A configured work tree elsewhere would have git describe other files than those the agent works on.
  if (view.as === 'repository')
    return { ...onlyLook, ...(view.gitDir === undefined ? {} : { GIT_DIR: view.gitDir, GIT_WORK_TREE: dir }) };
  return {
    ...onlyLook,
    GIT_DIR: join(packageDir(), 'data', 'plain-git', view.format),
    GIT_WORK_TREE: dir,
    GIT_OBJECT_DIRECTORY: view.objects,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...(view.shallow === undefined ? {} : { GIT_SHALLOW_FILE: view.shallow }),
  };
}
