/** What a bug here would look like: a shell's trick slips into a run, or a person approves one command and another runs. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import * as fc from 'fast-check';
import { commandText, isBroad, isVacuous, parseCommandLine, type Steps } from './command-line.js';

const stepsOf = (text: string): Steps => {
  const parsed = parseCommandLine(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem}`);
  return parsed.steps;
};

test.each<[string, string[][]]>([
  ['npm test', [['npm', 'test']]],
  ['  npm \t test  ', [['npm', 'test']]],
  [
    'npm run build && npm test -- a.ts',
    [
      ['npm', 'run', 'build'],
      ['npm', 'test', '--', 'a.ts'],
    ],
  ],
  ['a&&b', [['a'], ['b']]],
  [`jest -t 'a b' "c \\"d\\" \\e" f\\ g`, [['jest', '-t', 'a b', 'c "d" \\e', 'f g']]],
  [`a ''b"" '' ""`, [['a', 'b', '', '']]],
  [`a '*' "?" \\[ '$x' "\\$x" \\> '&&' "a;b|c" \\#`, [['a', '*', '?', '[', '$x', '$x', '>', '&&', 'a;b|c', '#']]],
  ['a b~c b#c --x=y 100% @scope/p a:b,c', [['a', 'b~c', 'b#c', '--x=y', '100%', '@scope/p', 'a:b,c']]],
  ['node A=b', [['node', 'A=b']]],
  ['[ -f x ]', [['[', '-f', 'x', ']']]],
  ['prüfe ./ä 日本', [['prüfe', './ä', '日本']]],
])('%s', (text, steps) => {
  expect(parseCommandLine(text)).toEqual({ ok: true, steps });
});

test.each([
  ['npm test | cat', 'a pipe (|) at character 10'],
  ['npm test || true', 'an "or" (||) at character 10'],
  ['npm test; true', 'a command separator (;) at character 9'],
  ['npm test &', 'a background job (&) at character 10'],
  ['a & b', 'a background job (&) at character 3'],
  ['a &&& b', 'a background job (&) at character 5'],
  ['a > f', 'a redirection (>) at character 3'],
  ['a 2>&1', 'a redirection (>) at character 4'],
  ['a &> f', 'a redirection (&>) at character 3'],
  ['a <<< f', 'a redirection (<) at character 3'],
  ['a $(b)', 'a substitution ($() at character 3'],
  ['a "$(b)"', 'a substitution ($() at character 4'],
  ['a `b`', 'a substitution (`) at character 3'],
  ['a "`b`"', 'a substitution (`) at character 4'],
  ['a $HOME', 'a variable ($) at character 3'],
  ['a "x$HOME"', 'a variable ($) at character 5'],
  ["a $'b'", 'a variable ($) at character 3'],
  ['a *.ts', 'a glob (*) at character 3'],
  ['a b?', 'a glob (?) at character 4'],
  ['a [ab]', 'a glob ([) at character 3'],
  ['a {b,c}', 'a brace ({) at character 3'],
  ['(a)', 'a subshell (() at character 1'],
  ['! a', 'a history expansion or negation (!) at character 1'],
  ['a ~/b', 'a home directory (~) at character 3'],
  ['~/b', 'a home directory (~) at character 1'],
  ['a #b', 'a comment (#) at character 3'],
  ['a\nb', 'a line break at character 2'],
  ['a \\\nb', 'a line break at character 4'],
  ["a '\0'", 'an invisible or control character (U+0000) at character 4'],
  ['a \u001b[2K', 'an invisible or control character (U+001B) at character 3'],
  ['a \u202eb', 'an invisible or control character (U+202E) at character 3'],
  ['a\u00a0b', 'an invisible or control character (U+00A0) at character 2'],
  ['a \ud800', 'an invisible or control character (U+D800) at character 3'],
  ["a 'b", "a quote (') that is never closed at character 3"],
  ['a "b\\"', 'a quote (") that is never closed at character 3'],
  ['a \\', 'a backslash with nothing after it at character 3'],
  ['A=b node x', 'an assignment (A=) before a command at character 1'],
  ['a && CI=1 b', 'an assignment (CI=) before a command at character 6'],
  ['', 'an empty step at character 1'],
  ['   ', 'an empty step at character 1'],
  ['a &&', 'an empty step at character 5'],
  ['&& a', 'an empty step at character 1'],
  ['a && && b', 'an empty step at character 5'],
  ["'' a", "an empty program name ('') at character 1"],
  ['cd x && npm test', '"cd", which only a shell knows, at character 1'],
  ['if true', '"if", which only a shell knows, at character 1'],
])('%j is refused', (text, problem) => {
  expect(parseCommandLine(text)).toEqual({ ok: false, problem });
});

const shellish = fc.string({
  unit: fc.constantFrom(...Array.from('ab *?[]{},~#!$`\'"\\&|;<>()=/.-@%+^:')),
  maxLength: 14,
});

/** One shell for all: the words of each line, as that shell hands them to a function. */
function asShellSplits(shell: string, lines: readonly string[]): string[][] {
  const script = [
    `f() { for w; do printf '%s\\001' "$w"; done; printf '\\002'; }`,
    ...lines.map((line) => `f ${line}`),
  ];
  const printed = execFileSync(shell, ['-c', script.join('\n')], { cwd: tmpdir(), encoding: 'utf8' });
  return printed
    .split('\u0002')
    .slice(0, -1)
    .map((words) => words.split('\u0001').slice(0, -1));
}

test.each(['sh', 'bash'])('whatever parses means the same to %s', (shell) => {
  const lines = fc
    .sample(shellish, 20_000)
    .filter((line) => parseCommandLine(line).ok && stepsOf(line).length === 1)
    .slice(0, 3000);
  expect(lines.length).toBeGreaterThan(1000);
  expect(asShellSplits(shell, lines)).toEqual(lines.map((line) => stepsOf(line)[0]));
});

const word = fc.oneof(
  shellish,
  fc.string({ unit: fc.constantFrom('ä', '日', '😀', ' ', "'", '\t', '"'), maxLength: 6 }),
);
const step = fc.tuple(fc.constantFrom('npm', './a b', '[', "it's", '~', '#', '*'), fc.array(word, { maxLength: 4 }));
const anySteps = fc
  .array(step, { minLength: 1, maxLength: 4 })
  .map((steps) => steps.map(([program, words]) => [program, ...words]));

test('the text of steps parses back to the same steps', () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      expect(parseCommandLine(commandText(steps))).toEqual({ ok: true, steps });
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['echo ok', true],
  ['/bin/echo ok', true],
  ['true && exit 0 && : && cat a && ls && pwd && sleep 1 && test -f a && date && printf x', true],
  ['[ -f a ]', true],
  ['env -- A=b echo ok', true],
  ['env -i -u X A=b echo ok', true],
  ['nice -n 5 time -p command echo ok', true],
  ['command -v npm', true],
  ['env', true],
  ['echo ok && npm test', false],
  ['env CI=1 npm test', false],
  ['grep -q x a', false],
  ['false', false],
  ['node --version', true],
  ['npm test -- --help', true],
  ['npx jest -v', true],
  ['npx jest -h', true],
  ['node --test -v', true],
  ['pytest -V', true],
  ['python3 -m pytest -V', true],
  ['uv run pytest --collect-only', true],
  ['cargo test -- --list', true],
  ['npx playwright test --list', true],
  ['npx mocha --dry-run', true],
  ['pytest -v tests/test_a.py', false],
  ['go test -v ./a', false],
  ['python3 -m pytest -v tests/test_a.py', false],
  ['cargo test -v', false],
  ['node --test a.test.mjs', false],
])('%s is vacuous: %s', (text, expected) => {
  expect(isVacuous(stepsOf(text))).toBe(expected);
});

test.each([
  ...['npm test', 'npm t', 'npm run test', 'yarn test', 'pnpm test', 'pytest', 'pytest -q .', 'python3 -m pytest'],
  ...['go test ./...', 'cargo test', 'make test', 'make check', 'jest', 'npx jest', 'npx --no jest --ci', 'vitest run'],
  ...[
    'npx vitest run',
    'node --test',
    './node_modules/.bin/jest',
    'npm test -- --coverage',
    'npm run build && npm test',
  ],
  ...['env CI=1 npm test', 'npm test --silent', 'yarn jest', 'uv run pytest'],
])('%s is broad', (text) => {
  expect(isBroad(stepsOf(text))).toBe(true);
});

test.each([
  ...[
    'npm test -- auth',
    'npm run test:unit',
    'jest src/auth',
    "jest -t 'logs in'",
    'pytest tests/test_a.py',
    'pytest -k a',
  ],
  ...[
    'go test ./auth',
    'go test -run X ./...',
    'cargo test auth',
    'cargo test -p auth',
    'make lint',
    'node --test a.js',
  ],
  ...['npx vitest run auth', 'npm run lint', 'node a.js', 'test -f a'],
])('%s is not broad', (text) => {
  expect(isBroad(stepsOf(text))).toBe(false);
});
