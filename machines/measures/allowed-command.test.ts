/** What a bug here would look like: a pattern a person wrote for paths lets an option through that makes any code pass. */
import { badPattern, deniedWord, isAllowed } from './allowed-command.js';
import { parseCommandLine, type Steps } from './command-line.js';

const stepsOf = (text: string): Steps => {
  const parsed = parseCommandLine(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem}`);
  return parsed.steps;
};

test.each([
  ['npm test', ['npm test'], true],
  ['npm test x', ['npm test'], false],
  ['npm', ['npm test'], false],
  ['npm test --', ['npm test -- *'], false],
  ['npm test -- a', ['npm test -- *'], true],
  ['npm test -- a b c', ['npm test -- *'], true],
  ['npm a b test c', ['npm * test *'], true],
  ['npm test c', ['npm * test *'], false],
  ['npm run lint && npm test', ['npm test', 'npm run lint'], true],
  ['npm run lint && npm test', ['npm test'], false],
  ['rm x && npm test', ['npm test', 'npm test -- *'], false],
  ["npm test '*'", ['npm test'], false],
  ["npm '*'", ['npm test'], false],
  ["npm '*'", ['npm *'], true],
  ["npm 'a b'", ["npm 'a b'"], true],
  ['npm a b', ["npm 'a b'"], false],
  ['npm a', ["npm '*'"], false],
  ["npm '*'", ["npm '*'"], true],
  ['./jest a', ['*'], false],
  ['./jest a', ['* a'], false],
  ['./jest a', ['jest *'], false],
  ['./jest a', ['./jest *'], true],
  ['jest a', ['./jest *'], false],
  ['jest a', ['* a'], true],
  ['npm test', [], false],
  ['npm test && npm test', ['npm test && npm test'], false],
])('%s under %j: %s', (text, patterns, expected) => {
  expect(isAllowed(stepsOf(text), patterns)).toBe(expected);
});

test('no steps at all are not allowed', () => {
  expect(isAllowed([], ['*'])).toBe(false);
});

test.each([
  ['npm test -- *', undefined],
  ["npx jest 'src/*'", undefined],
  ['npx jest src/*', 'a glob (*) at character 14'],
  ['npx **', 'a glob (*) at character 5'],
  ['npm test && npm run x', 'two steps (&&), which need a pattern each, at character 10'],
  ['A=b npm test', 'an assignment (A=) before a command at character 1'],
  ['', 'an empty step at character 1'],
  ['node --test --test-name-pattern=*', undefined],
  ['node --test=a*', 'a glob (*) at character 14'],
  ["npm '", "a quote (') that is never closed at character 5"],
])('as a pattern, %j: %s', (pattern, problem) => {
  expect(badPattern(pattern)).toBe(problem);
});

test('many stars against many words cost no more than their product', () => {
  const pattern = 'a * '.repeat(120) + 'b';
  const steps = [Array.from({ length: 2000 }, () => 'a')];
  const started = performance.now();
  expect(isAllowed(steps, [pattern])).toBe(false);
  expect(performance.now() - started).toBeLessThan(60_000);
});

test.each([
  ['node --test a.test.js b/c.test.js', ['node --test *'], true],
  ...['--test-reporter=./mine.mjs', '--test-reporter ./mine.mjs', '--import ./mine.mjs', '--env-file=.env', '-e 1'].map(
    (option): [string, string[], boolean] => [`node --test ${option} a.test.js`, ['node --test *'], false],
  ),
  ['node --test a.test.js --import ./mine.mjs', ['node --test *'], false],
  ['node --test --completion-bash', ['node --test *'], false],
  ['node --test --', ['node --test *'], false],
  ['node --test -- a.test.js', ['node --test *'], false],
  ['node --test -', ['node --test *'], false],
  ['node --test --test-name-pattern adds a.test.js', ['node --test --test-name-pattern *'], true],
  ['node --test --test-name-pattern --import', ['node --test --test-name-pattern *'], false],
  ['node --test --test-name-pattern adds --import x', ['node --test --test-name-pattern *'], false],
  ['node --test --test-name-pattern=adds a.js', ['node --test --test-name-pattern=* *'], true],
  ['node --test --test-name-patterns=adds', ['node --test --test-name-pattern=*'], false],
  ['node --test --test-name-pattern=--import a.js', ['node --test --test-name-pattern=* *'], true],
  ['npm test -- a.test.js', ['npm test -- *'], true],
  ['npm test -- --config evil.js', ['npm test -- *'], false],
  ['npm test -- -t adds', ['npm test -- -t *'], true],
  ['npx jest --config evil.js', ['npx jest *'], false],
  ['npx jest src --rootDir=/tmp', ['npx jest *'], false],
  ['go test -exec true ./a', ['go test *'], false],
  ['go test ./a ./b', ['go test *'], true],
  ['pytest -p evil tests', ['pytest *'], false],
  ['pytest tests/test_a.py::test_b', ['pytest *'], true],
  ['pytest @options.txt', ['pytest *'], false],
  ['python3 -m pytest @options.txt', ['python3 -m pytest *'], false],
  ['npm test -- @scope/part', ['npm test -- *'], true],
  ['cargo test --config x', ['cargo test *'], false],
  ['make SHELL=/bin/true test', ['make *'], false],
  ['make check', ['make *'], true],
  ['npm --script-shell x test a', ['npm * test *'], false],
])('options under wildcards: %s under %j: %s', (text, patterns, expected) => {
  expect(isAllowed(stepsOf(text), patterns)).toBe(expected);
});

test.each([
  [
    'node --test --test-name-pattern adds a.js',
    { word: '--test-name-pattern', pattern: 'node --test *', instead: 'node --test --test-name-pattern *' },
  ],
  ['npm test -- -t adds', { word: '-t', pattern: 'npm test -- *', instead: 'npm test -- -t *' }],
  [
    'node --test a.js --test-only=x b.js',
    { word: '--test-only=x', pattern: 'node --test *', instead: 'node --test * --test-only=* *' },
  ],
  ['node --test --import ./x.mjs a.js', { word: '--import', pattern: 'node --test *' }],
  ['npm test -- -t a --config x', { word: '-t', pattern: 'npm test -- *' }],
  ['npm test && node --test -e 1', { word: '-e', pattern: 'node --test *' }],
  ['pytest @x', { word: '@x', pattern: 'pytest *' }],
  ['rm -rf x', undefined],
  ['npm test -- a.js', undefined],
])('what is wrong with %s', (text, denied) => {
  expect(deniedWord(stepsOf(text), ['npm test', 'npm test -- *', 'node --test *', 'pytest *'])).toEqual(denied);
});
