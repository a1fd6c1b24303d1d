/** How each package manager of Node spells the same wishes, and how it is recognised. */
import type { ProjectFiles } from './part.js';

export interface Manager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  readonly locks: readonly string[];
  readonly script: (name: string) => readonly string[];
  readonly inMember: (name: string, member: { dir: string; name: string }) => readonly string[];
  /** The test script of every member; not where the spelling depends on the version. */
  readonly everywhere?: readonly string[];
  /**
   * What comes before words meant for the script. Without it npm takes options for itself, and one of them, such as
   * `--script-shell`, decides what runs the script.
   */
  readonly before: readonly string[];
  /** A program of an installed package. */
  readonly program: (words: readonly string[]) => readonly string[];
}

const managers: readonly Manager[] = [
  {
    name: 'npm',
    locks: ['package-lock.json', 'npm-shrinkwrap.json'],
    script: (name) => (name === 'test' ? ['npm', 'test'] : ['npm', 'run', name]),
    inMember: (name, { dir }) => [...(name === 'test' ? ['npm', 'test'] : ['npm', 'run', name]), '--workspace', dir],
    everywhere: ['npm', 'test', '--workspaces', '--if-present'],
    before: ['--'],
    program: (words) => ['npx', ...words],
  },
  {
    name: 'pnpm',
    locks: ['pnpm-lock.yaml'],
    script: (name) => (name === 'test' ? ['pnpm', 'test'] : ['pnpm', 'run', name]),
    inMember: (script, { name }) => ['pnpm', '--filter', name, 'run', script],
    everywhere: ['pnpm', '-r', 'test'],
    before: [],
    program: (words) => ['pnpm', 'exec', ...words],
  },
  {
    name: 'yarn',
    locks: ['yarn.lock'],
    // `yarn check` is a command of its own: only with `run` a script is meant for sure.
    script: (name) => (name === 'test' ? ['yarn', 'test'] : ['yarn', 'run', name]),
    inMember: (script, { name }) => ['yarn', 'workspace', name, 'run', script],
    before: [],
    program: (words) => ['yarn', ...words],
  },
  {
    name: 'bun',
    locks: ['bun.lock', 'bun.lockb'],
    // `bun test` is bun's own runner, whatever the script of that name says.
    script: (name) => ['bun', 'run', name],
    inMember: (script, { name }) => ['bun', 'run', '--filter', name, script],
    before: [],
    program: (words) => ['bunx', ...words],
  },
];

/** By the field that fixes it, else by the lock file. */
export function managerOf(files: ProjectFiles, field: unknown): Manager {
  const named = typeof field === 'string' ? managers.find(({ name }) => field.startsWith(`${name}@`)) : undefined;
  const found = named ?? managers.find(({ locks }) => locks.some((lock) => files.has(lock))) ?? managers[0];
  if (!found) throw new Error('the list of package managers is empty');
  return found;
}
