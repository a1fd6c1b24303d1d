/**
 * A verify command as argv, without a shell: its words, its steps (`&&`), and what they can prove. Everything else a
 * shell would act on is refused by name. Runs nothing.
 */
import { problemAt, shellTokens, type Problem, type Token } from './shell-words.js';

/** The argv of each step, in order. */
export type Steps = readonly (readonly string[])[];

export type CommandLine =
  | { readonly ok: true; readonly steps: Steps }
  /** Names what was found and where, as in "a pipe (|) at character 10". */
  | { readonly ok: false; readonly problem: string };

/** Words a shell acts on itself; there is no program of that name that does the same. */
const shellOnly = new Set([
  ...['cd', 'pushd', 'popd', 'export', 'unset', 'set', 'alias', 'source', '.', 'eval', 'exec', 'trap', 'umask', 'wait'],
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'in', 'while', 'until', 'do', 'done', 'case', 'esac', 'select'],
  ...['function', 'coproc', '[['],
]);

const assignment = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

export function parseCommandLine(text: string): CommandLine {
  const read = shellTokens(text);
  if (!read.ok) return read;
  const steps: string[][] = [];
  for (const group of splitSteps(read.tokens)) {
    const problem = stepProblem(group.tokens, group.at);
    if (problem) return problem;
    steps.push(group.tokens.map((token) => (token.kind === 'word' ? token.text : '')));
  }
  return { ok: true, steps };
}

interface Group {
  readonly tokens: readonly Token[];
  /** Where the step should begin. */
  readonly at: number;
}

function splitSteps(tokens: readonly Token[]): Group[] {
  const groups: { tokens: Token[]; at: number }[] = [{ tokens: [], at: 0 }];
  for (const token of tokens)
    if (token.kind === 'and') groups.push({ tokens: [], at: token.at + 2 });
    else groups.at(-1)?.tokens.push(token);
  return groups;
}

export function stepProblem([program]: readonly Token[], emptyAt: number): Problem | undefined {
  if (program === undefined) return problemAt('an empty step', emptyAt);
  if (program.kind !== 'word') return undefined;
  const { text, at } = program;
  if (text === '') return problemAt("an empty program name ('')", at);
  const assigned = assignment.exec(text)?.[0];
  if (assigned !== undefined) return problemAt(`an assignment (${assigned}) before a command`, at);
  return shellOnly.has(text) ? problemAt(`"${text}", which only a shell knows,`, at) : undefined;
}

const plainWord = /^[A-Za-z0-9_@%+=:,./^-]+$/;

/** One spelling for equal steps: what a person approves by its hash. Parses back to the very same steps. */
export function commandText(steps: Steps): string {
  return steps.map((argv) => argv.map(quoted).join(' ')).join(' && ');
}

const quoted = (word: string) => (plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const vacuousPrograms = new Set('echo printf true : exit cat ls pwd sleep test [ date'.split(' '));

/** With one of these, a runner of tests runs none. */
const tellingOptions = new Set([
  ...['--help', '-h', '--version', '--listTests', '--list-tests', '--list', '--collect-only', '--co'],
  ...['--dry-run', '--showConfig', '--show-config', '--print-config', '--collectonly', '--markers', '--fixtures'],
  ...['--setup-plan', '--setup-only', '--v8-options'],
]);

/** `-v` and `-V` are verbose to some and the version to others. */
const tellingOf = new Map<string, string>([
  ...['node', 'jest', 'vitest', 'tsc', 'eslint', 'npm', 'npx', 'pnpm', 'yarn'].map(
    (program) => [program, '-v'] as const,
  ),
  ...['pytest', 'mocha', 'playwright', 'python', 'python3'].map((program) => [program, '-V'] as const),
]);

/** Whether nothing in it can tell working code from broken code. */
export function isVacuous(steps: Steps): boolean {
  return steps.every((argv) => {
    const [program, ...words] = unwrapped(argv);
    // A wrapper around nothing runs nothing; a program that only tells of itself runs no test.
    if (program === undefined || vacuousPrograms.has(baseName(program))) return true;
    const programs = [program, launchedBy([program, ...words])[0] ?? ''].map(baseName);
    return words.some((word) => tellingOptions.has(word) || programs.some((each) => tellingOf.get(each) === word));
  });
}

export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Programs that run another one, and their options that take the next word. */
const wrappers = new Map<string, readonly string[]>([
  ['env', ['-u', '--unset', '-C', '--chdir']],
  ['nice', ['-n', '--adjustment']],
  ['time', ['-f', '--format', '-o', '--output']],
  ['command', []],
]);

/** The argv behind `env`, `command`, `nice` and `time`; empty if they wrap nothing. */
function unwrapped(argv: readonly string[]): readonly string[] {
  const [program = '', ...rest] = argv;
  const wrapper = baseName(program);
  const valued = wrappers.get(wrapper);
  if (valued === undefined) return argv;
  // Looks a program up and does not run it.
  if (wrapper === 'command' && /^-[vV]/.test(rest[0] ?? '')) return [];
  let at = 0;
  while (/^-./.test(rest[at] ?? '') && rest[at] !== '--') at += valued.includes(rest[at] ?? '') ? 2 : 1;
  if (rest[at] === '--') at += 1;
  while (wrapper === 'env' && assignment.test(rest[at] ?? '')) at += 1;
  return unwrapped(rest.slice(at));
}

/** Ways to start a program that say nothing about what it will run; longest first. */
const launchers = [
  ...['npm exec', 'pnpm exec', 'pnpm dlx', 'yarn exec', 'yarn dlx', 'yarn run', 'npx', 'bunx', 'pnpx'],
  ...['uv run', 'poetry run', 'pipenv run', 'bundle exec', 'python -m', 'python3 -m', 'yarn', 'pnpm'],
].map((text) => text.split(' '));

/** What a launcher starts; the words themselves where there is none. */
function launchedBy(words: readonly string[]): readonly string[] {
  const launcher = launchers.find((start) => start.every((word, index) => words[index] === word));
  return launcher ? words.slice(launcher.length) : words;
}

const wholeSuites = new Set([
  ...['npm test', 'npm t', 'npm tst', 'npm run test', 'npm run-script test', 'yarn test', 'yarn run test'],
  ...['pnpm test', 'pnpm t', 'pnpm run test'],
  ...['bun test', 'bun run test', 'deno test', 'jest', 'vitest', 'vitest run', 'mocha', 'ava', 'node --test'],
  ...['pytest', 'unittest', 'unittest discover', 'tox', 'nox', 'go test', 'go test ./...', 'cargo test'],
  ...['cargo nextest run', 'make test', 'make check', 'ctest', 'mvn test', 'gradle test', 'gradlew test'],
  ...['dotnet test', 'swift test', 'mix test', 'rspec', 'rake test', 'phpunit'],
]);

/** Words that change how a run looks or how long it takes, never which tests it runs. */
const neutral = new Set([
  ...['-q', '-v', '-vv', '-s', '-x', '-y', '-i', '--', '.', './', '--no', '--yes', '--no-install', '--silent'],
  ...['--quiet', '--verbose', '--coverage', '--ci', '--bail', '--runInBand', '--run', '--color', '--no-color'],
  ...['--colors', '--race', '-race', '--release', '--all', '--workspace', '--all-features', '--passWithNoTests'],
  ...['--watch=false', '--watchAll=false', '--if-present', '-count=1'],
]);

/** Whether a step runs a whole test suite, with no file and no filter. */
export function isBroad(steps: Steps): boolean {
  return steps.some((step) => {
    const argv = unwrapped(step);
    const words = [baseName(argv[0] ?? ''), ...argv.slice(1)].filter((word) => !neutral.has(word));
    return wholeSuites.has(words.join(' ')) || wholeSuites.has(launchedBy(words).join(' '));
  });
}
