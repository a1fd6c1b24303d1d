/** Holds the habits no compiler sees. Each message says what to do instead. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const linesMax = 300;
const linesMedianMax = 120;
const roles = ['rule', 'machine', 'tool', 'command', 'conformance', 'bench', 'config', 'd'];
const testKinds = ['model', 'e2e'];

const topLevel = new Set([
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'jest.config.ts', 'eslint.config.mjs'],
  ...['.dependency-cruiser.cjs', '.npmrc', '.gitignore', '.prettierignore', '.gitattributes', '.ci'],
  ...['src', 'machines', 'data', 'docs', 'bench', 'scripts', 'plugin', 'examples'],
  ...['README.md', 'LICENSE', 'CHANGELOG.md'],
]);

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

// A checkout that belongs to another user is still ours to read, hence the setting.
const git = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const paths = execFileSync('git', git, { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));

const sources = paths
  .filter((path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path))
  .map((path) => {
    const text = read(path);
    return { path, text, lines: text.replace(/\n$/, '').split('\n').length, isTest: path.endsWith('.test.ts') };
  });

/** `name[.role][.kind.test].ext`, or `name[.role][.test].ext`; a leading dot is a tool's own convention. */
const fileName = new RegExp(
  `^\\.?[a-z0-9]+(-[a-z0-9]+)*(\\.(${roles.join('|')}))?((\\.(${testKinds.join('|')}))?\\.test)?\\.[a-z]+$`,
);

// Spelled so that this file does not find itself.
const leftovers: [RegExp, string][] = [
  [/\bTO[D]O\b|\bFIX[M]E\b/, 'do it now, or open an issue and delete the note'],
  [/\.only\(/, 'it silences every other test: remove it before committing'],
  [/\.skip\(/, 'repair the test or delete it; git remembers'],
];

const offences = (check: (source: (typeof sources)[number]) => string[]) =>
  sources.flatMap((source) => check(source).map((message) => `${source.path}: ${message}`));

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

describe('the source tree', () => {
  test('is visible to this test', () => {
    expect(sources.map(({ path }) => path)).toContain('src/testing/tidy.test.ts');
  });

  test('keeps its files short enough to read in one sitting', () => {
    const tooLong = offences(({ lines }) =>
      lines > linesMax
        ? [`${lines} lines, at most ${linesMax}: move one noun with its functions to a file of its own`]
        : [],
    );
    expect(tooLong).toEqual([]);
  });

  test('keeps the usual file short', () => {
    const lines = median(sources.map((source) => source.lines));
    const tooLong =
      lines > linesMedianMax
        ? [`the median file has ${lines} lines, at most ${linesMedianMax}: split the files that hold two nouns`]
        : [];
    expect(tooLong).toEqual([]);
  });

  test('names files in kebab-case, with their role', () => {
    const misnamed = offences(({ path }) =>
      fileName.test(basename(path))
        ? []
        : [`name it like terminal-ratio.rule.ts; roles are ${roles.join(', ')}; tests end in .test.ts`],
    );
    expect(misnamed).toEqual([]);
  });

  test('holds no leftovers', () => {
    const left = offences(({ text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          leftovers.flatMap(
            ([pattern, fix]) => pattern.exec(line)?.map((found) => `${index + 1}: ${found}: ${fix}`) ?? [],
          ),
        ),
    );
    expect(left).toEqual([]);
  });

  test('says at the head of every file what it is for', () => {
    const headless = offences(({ text, isTest }) =>
      isTest || /^(#!.*\n)?\/\*\*/.test(text)
        ? []
        : ['begin with /** … */: a line or two on what the file is for and what it may not do'],
    );
    expect(headless).toEqual([]);
  });

  test('has nothing unexpected at the top', () => {
    const unexpected = [...new Set(paths.map((path) => path.split('/')[0]!))]
      .filter((entry) => !topLevel.has(entry))
      .map((entry) => `${entry}: move it to the folder it belongs to, ignore it, or allow it in tidy.test.ts`);
    expect(unexpected).toEqual([]);
  });
});

test('the lock file installs from any registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
  const pinned = Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([name]) => `${name} names where it came from: keep .npmrc, delete "resolved", run npm install again`);
  expect(pinned).toEqual([]);
});
