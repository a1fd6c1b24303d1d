/** What package.json says: its scripts, the runners it depends on, its workspaces. */
import { managerOf, type Manager } from './node-managers.js';
import { membersIn } from './members.js';
import { readScripts, type Script } from './node-scripts.js';
import type { Part, ProjectFiles, ProposedCommand, ProposedPath } from './part.js';

interface Runner {
  readonly package: string;
  readonly words: readonly string[];
  readonly testFile: string;
  readonly byName: string;
}

const runners: readonly Runner[] = [
  { package: 'jest', words: ['jest'], testFile: 'src/a.test.js', byName: '-t' },
  // Without `run` it may wait for changes.
  { package: 'vitest', words: ['vitest', 'run'], testFile: 'src/a.test.ts', byName: '-t' },
  { package: 'mocha', words: ['mocha'], testFile: 'test/a.spec.js', byName: '--grep' },
  { package: 'ava', words: ['ava'], testFile: 'test/a.js', byName: '--match' },
  { package: '@playwright/test', words: ['playwright', 'test'], testFile: 'e2e/a.spec.ts', byName: '--grep' },
];

export function nodeProposal(files: ProjectFiles): Part | undefined {
  const text = files.get('package.json');
  if (text === undefined) return undefined;
  const json = objectIn(text);
  if (!json)
    return { found: 'package.json', commands: [], paths: [], notes: ['package.json cannot be read: it is not JSON.'] };
  const manager = managerOf(files, json['packageManager']);
  const { fit, unfit } = readScripts(objectOf(json['scripts']));
  const members = membersOf(files, json);
  const used = runnersUsed([json, ...members.map(({ json: member }) => member)]);
  const commands = [
    ...fit.map((script) => commandOf(manager.script(script.name), script, manager, 'package.json')),
    ...memberCommands(manager, members),
    ...used.map(({ words, testFile, byName, package: name }) => ({
      argv: manager.program(words),
      narrowedBy: testFile,
      byName,
      why: `${name}, a dependency of package.json`,
    })),
    ...ownRunners(manager, fit, JSON.stringify(json['scripts'] ?? {})),
    ...typescript(files, json, manager),
  ];
  const where = members.length > 0 ? `package.json, ${members.length} workspaces` : 'package.json';
  const paths = nodePaths(commands, used, members.length > 0);
  return { found: `${manager.name} (${where})`, commands, paths, notes: unfit };
}

const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

function commandOf(argv: readonly string[], script: Script, { before }: Manager, where: string): ProposedCommand {
  const why = `the script ${JSON.stringify(script.name)} in ${where}`;
  const byName = script.byName === undefined ? {} : { byName: script.byName };
  return { argv, why, ...(script.takesTests ? { narrowedBy: 'src/a.test.js', before, ...byName } : {}) };
}

interface Member {
  readonly dir: string;
  readonly name: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** As npm, yarn and bun name them in package.json, and pnpm in a file of its own. */
function membersOf(files: ProjectFiles, json: Readonly<Record<string, unknown>>): Member[] {
  const field = json['workspaces'];
  const listed = Array.isArray(field) ? field : objectOf(field)['packages'];
  const patterns: unknown[] = [
    ...(Array.isArray(listed) ? (listed as unknown[]) : []),
    ...yamlList(files.get('pnpm-workspace.yaml') ?? ''),
  ];
  const named = patterns.filter((each): each is string => typeof each === 'string');
  return membersIn(files, named, 'package.json').flatMap(({ dir, text }) => {
    const member = objectIn(text);
    const name = member?.['name'];
    const shown = typeof name === 'string' ? name : dir;
    // What begins with a dash would be an option, whatever it is the name of.
    return member && !/^-|^$/.test(shown) && !dir.startsWith('-') ? [{ dir, name: shown, json: member }] : [];
  });
}

/** The items below `packages:`, which is all that is needed of that file. */
function yamlList(text: string): string[] {
  const [, block = ''] = /^packages:[^\n]*\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\n?)*)/m.exec(text) ?? [];
  return block.split('\n').flatMap((line) => /^\s*-\s*['"]?([^'"#\s]+)/.exec(line)?.[1] ?? []);
}

function memberCommands(manager: Manager, members: readonly Member[]): ProposedCommand[] {
  const commands = members.flatMap((member) =>
    readScripts(objectOf(member.json['scripts']))
      .fit.filter(({ isTest }) => isTest)
      .map((script) => commandOf(manager.inMember(script.name, member), script, manager, `${member.dir}/package.json`)),
  );
  const { everywhere } = manager;
  if (commands.length === 0 || everywhere === undefined) return commands;
  return [{ argv: everywhere, why: 'the tests of all workspaces' }, ...commands];
}

const runnersUsed = (manifests: readonly Readonly<Record<string, unknown>>[]): Runner[] => {
  const names = new Set(
    manifests.flatMap((json) =>
      ['dependencies', 'devDependencies'].flatMap((field) => Object.keys(objectOf(json[field]))),
    ),
  );
  return runners.filter((runner) => names.has(runner.package));
};

/** Runners that come with node and bun and are no dependency. */
function ownRunners(manager: Manager, fit: readonly Script[], bodies: string): ProposedCommand[] {
  const why = 'a script in package.json runs it';
  const node = { argv: ['node', '--test'], narrowedBy: 'test/a.test.js', byName: '--test-name-pattern', why };
  const bun = { argv: ['bun', 'test'], narrowedBy: 'src/a.test.ts', byName: '-t' };
  const usesBun = /\bbun test\b/.test(bodies);
  return [
    ...(/\bnode\b[^&|;]*\s--test\b/.test(bodies) ? [node] : []),
    ...(usesBun ? [{ ...bun, why }] : []),
    ...(!usesBun && manager.name === 'bun' && !fit.some(({ isTest }) => isTest)
      ? [{ ...bun, why: 'the lock file of bun' }]
      : []),
  ];
}

function typescript(files: ProjectFiles, json: Readonly<Record<string, unknown>>, manager: Manager): ProposedCommand[] {
  const isUsed = 'typescript' in { ...objectOf(json['dependencies']), ...objectOf(json['devDependencies']) };
  if (!isUsed || !files.has('tsconfig.json')) return [];
  return [{ argv: manager.program(['tsc', '--noEmit']), why: 'typescript and tsconfig.json' }];
}

function nodePaths(commands: readonly ProposedCommand[], used: readonly Runner[], hasMembers: boolean): ProposedPath[] {
  const [deep, isUsed] = [hasMembers ? '**/' : '', (name: string) => used.some((runner) => runner.package === name)];
  const words = commands.flatMap(({ argv }) => argv).join(' ');
  const tests = [
    '**/*.test.*',
    '**/*.spec.*',
    '**/__tests__/**',
    '**/__snapshots__/**',
    `${deep}test/**`,
    `${deep}tests/**`,
  ];
  const configs = [
    ...[`${deep}jest.config.*`, `${deep}vitest.config.*`],
    ...(isUsed('jest') ? [`${deep}package.json#jest`] : []),
    ...(isUsed('vitest') ? [`${deep}vite.config.*`] : []),
    ...(isUsed('mocha') ? [`${deep}.mocharc.*`, `${deep}package.json#mocha`] : []),
    ...(isUsed('ava') ? [`${deep}ava.config.*`, `${deep}package.json#ava`] : []),
    ...(isUsed('@playwright/test') ? [`${deep}playwright.config.*`, `${deep}e2e/**`] : []),
  ];
  return [
    ...tests.map((glob) => ({ glob, why: 'tests and what they expect' })),
    ...configs.map((glob) => ({ glob, why: 'configuration of the tests' })),
    { glob: `${deep}package.json#scripts`, why: 'what the scripts that verify run' },
    { glob: '.npmrc', why: 'can name another shell for the scripts' },
    ...(/\b(tsc|types?|typecheck|type-check)\b/.test(words)
      ? [{ glob: `${deep}tsconfig*.json`, why: 'what the type check goes by' }]
      : []),
    ...(/\blint\b/.test(words)
      ? ['eslint.config.*', '.eslintrc*', 'biome.json*'].map((glob) => ({ glob, why: 'what the linter goes by' }))
      : []),
  ];
}
