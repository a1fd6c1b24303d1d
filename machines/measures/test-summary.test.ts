/** What a bug here would look like: a run in which nothing was tested closes a ticket, or honest work is turned away. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedTests, failingLines, noTestsRan } from './test-summary.js';

const nothing: [string, string, string][] = [
  ['jest: none found', 'No tests found, exiting with code 0\nRun with `--passWithNoTests`', 'No tests found, exiting'],
  ['jest: empty file', 'Test Suites: 1 failed, 1 total\nTests:       0 total', 'Tests:       0 total'],
  [
    'jest: all skipped',
    'Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total',
    'Tests:       3 skipped',
  ],
  ['jest: skipped and planned', 'Tests:       1 skipped, 1 todo, 2 total', 'Tests:       1 skipped, 1 todo'],
  [
    'jest: coloured',
    '\u001b[1mTests:       \u001b[22m\u001b[33m1 skipped\u001b[39m, 1 total',
    'Tests:       1 skipped, 1 total',
  ],
  ['vitest: none found', 'No test files found, exiting with code 1', 'No test files found'],
  ['vitest: no tests', ' Test Files  1 failed (1)\n      Tests  no tests', 'Tests  no tests'],
  ['vitest: all skipped', ' Test Files  1 skipped (1)\n      Tests  1 skipped | 1 todo (2)', 'Tests  1 skipped'],
  ['mocha: empty', '\n\n  0 passing (1ms)\n', '0 passing'],
  ['mocha: all pending', '  - s\n\n  0 passing (2ms)\n  1 pending\n', '0 passing'],
  ['mocha: none found', 'Error: No test files found: "m/none.mjs"', 'Error: No test files found'],
  ['node TAP: none', 'TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0', '# tests 0'],
  [
    'node: skipped',
    'ok 1 - x # SKIP\n# tests 2\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 1\n# todo 1',
    '# tests 2',
  ],
  ['node: spec reporter', 'ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0', 'ℹ tests 0'],
  ['node: empty file', '✔ /p/t/empty.test.mjs (104.7ms)\nℹ tests 1\nℹ pass 1\nℹ fail 0\nℹ cancelled 0', 'ℹ tests 1'],
  ['node TAP: empty file', 'ok 1 - /p/t/empty.test.mjs\n# tests 1\n# pass 1\n# fail 0\n# cancelled 0', '# tests 1'],
  ['pytest: none', 'collected 0 items\n\n======= no tests ran in 0.72s =======', 'no tests ran in'],
  ['pytest -q: none', '\nno tests ran in 0.76s', 'no tests ran in'],
  ['pytest: all skipped', '===== 1 skipped in 0.71s =====', '1 skipped in'],
  ['pytest: all deselected', '===== 4 deselected in 0.74s =====', '4 deselected'],
  ['pytest: skipped, a warning', '2 skipped, 1 warning in 0.71s', '2 skipped'],
  ['unittest: none', '-----\nRan 0 tests in 0.000s\n\nOK', 'Ran 0 tests'],
  ['unittest: all skipped', 's\n-----\nRan 1 test in 0.000s\n\nOK (skipped=1)', 'Ran 1 test'],
  ['go: no files', '?   \texample.com/a\t[no test files]\n?   \texample.com/b\t[no test files]', '[no test files]'],
  [
    'go: filtered',
    'testing: warning: no tests to run\nPASS\nok  \texample.com/a\t0.003s [no tests to run]',
    'no tests to run',
  ],
  ['go -v: all skipped', '=== RUN   TestA\n--- SKIP: TestA (0.00s)\nPASS\nok  \texample.com/a\t0.003s', 'ok'],
  [
    'cargo: none',
    'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out',
    '0 passed',
  ],
  [
    'cargo: ignored',
    'running 1 test\n\ntest result: ok. 0 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out',
    '1 ignored',
  ],
  ['cargo: broken off', 'running 0 tests\n', 'running 0 tests'],
  ['bun', ' 0 pass\n 2 skip\n 0 fail\nRan 2 tests across 1 file. [5.00ms]', '0 pass'],
  ['deno', 'ok | 0 passed | 0 failed | 2 ignored (5ms)', '0 passed'],
  ['deno: none', 'error: No test modules found', 'No test modules'],
  ['ava: skipped', '  - [skip] s\n  ─\n\n  1 test skipped', '1 test skipped'],
  ['ava: empty', '  ✘ No tests found in a/e.test.js\n  ─', 'No tests found'],
  ['ava: none', "  ✖ Couldn't find any files to test", "Couldn't find"],
  ['phpunit', 'PHPUnit 10.5\n\nNo tests executed!', 'No tests executed!'],
  ['phpunit: skipped', 'OK, but some tests were skipped!\nTests: 3, Assertions: 0, Skipped: 3.', 'Tests: 3'],
  ['rspec', 'No examples found.\n\n0 examples, 0 failures', '0 examples'],
  ['rspec: pending', '5 examples, 0 failures, 5 pending', '5 examples'],
  ['dotnet: none', 'No test is available in /a/b.dll. Make sure that', 'No test is available'],
  ['dotnet: skipped', 'Skipped! - Failed:     0, Passed:     0, Skipped:     3, Total:     3', 'Skipped!'],
  ['maven', '[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0', 'Tests run: 0'],
  ['nextest', '     Summary [   0.005s] 0 tests run: 0 passed, 3 skipped', 'Summary'],
];

test.each(nothing)('%s: no test was executed', (_runner, output, line) => {
  expect(noTestsRan(output)).toContain(line);
});

const something: [string, string][] = [
  ['jest', 'Tests:       1 skipped, 1 passed, 2 total'],
  ['jest: only failures', 'Tests:       1 failed, 1 total'],
  ['vitest', '      Tests  1 failed | 1 passed | 1 skipped (3)'],
  ['vitest: one', '      Tests  1 passed (1)'],
  ['mocha: failing', '  0 passing (1ms)\n  1 failing'],
  ['node', '# tests 1\n# pass 1\n# fail 0\n# cancelled 0'],
  [
    'node: a test and an empty file',
    '✔ /a/e.test.js (1ms)\n✔ adds (1ms)\nℹ tests 2\nℹ pass 2\nℹ fail 0\nℹ cancelled 0',
  ],
  ['pytest', '==== 1 failed, 1 passed, 1 skipped in 0.70s ===='],
  ['pytest: skipped first', '3 skipped, 1 xfailed in 61.20s (0:01:01)'],
  ['unittest', 'Ran 2 tests in 0.1s\n\nOK (skipped=1)'],
  ['go: cached', '?   \ta\t[no test files]\nok  \tb\t(cached)'],
  ['go: failing', '--- FAIL: TestA (0.00s)\nFAIL\texample.com/a\t0.003s'],
  ['go -v: some skipped', '--- SKIP: TestA (0.00s)\n--- PASS: TestB (0.00s)\nok  \ta\t0.003s'],
  [
    'cargo: a library with tests, none in its documents',
    'running 1 test\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured\nrunning 0 tests\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured',
  ],
  ['bun', ' 3 pass\n 0 fail\nRan 3 tests across 1 file. [12.00ms]'],
  ['deno', 'ok | 1 passed (2 steps) | 0 failed (12ms)'],
  ['ava', '  1 test failed\n  1 test skipped'],
  ['phpunit', 'OK (3 tests, 5 assertions)'],
  ['phpunit: some skipped', 'Tests: 3, Assertions: 2, Failures: 1, Skipped: 1.'],
  ['rspec', '5 examples, 0 failures, 2 pending'],
  ['dotnet', 'Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 20 ms'],
  ['maven', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1'],
  ['two runners, one of them empty', 'No tests found, exiting with code 0\n\n  3 passing (10ms)\n'],
  ['no runner', 'Compiled 0 files.\nok\n0 errors'],
  ['nothing at all', ''],
];

test.each(something)('%s: nothing to object to', (_runner, output) => {
  expect(noTestsRan(output)).toBeUndefined();
});

test.each([
  ['no test in it', 'console.log(1)', true],
  ['its only test skipped', 'require("node:test").test("a", { skip: true }, () => {})', true],
  ['a test in it', 'require("node:test").test("a", () => {})', false],
])('a file with %s, as this very Node runs it', (_what, text, isEmpty) => {
  const dir = mkdtempSync(join(tmpdir(), 'proctor-summary-'));
  writeFileSync(join(dir, 'a.test.cjs'), text);
  // Else it takes itself for a part of this test run and writes for it instead of for people.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  for (const reporter of ['tap', 'spec']) {
    const args = ['--test', `--test-reporter=${reporter}`, join(dir, 'a.test.cjs')];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', env });
    expect(noTestsRan(output) !== undefined).toBe(isEmpty);
  }
  rmSync(dir, { recursive: true });
});

const nodeSummary = (pass: number, fail: number) =>
  `ℹ tests ${pass + fail}\nℹ suites 0\nℹ pass ${pass}\nℹ fail ${fail}\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 5\n`;

test.each([
  ['a forged line before the real summary', 'node --test a.js', `ℹ pass 2\n${nodeSummary(0, 0)}`, 'ℹ tests 0'],
  ['a whole forged summary before it', 'node --test a.js', nodeSummary(2, 0) + nodeSummary(0, 0), 'ℹ tests 0'],
  ['a summary of another runner', 'node --test a.js', `Tests: 2 passed, 2 total\n${nodeSummary(0, 0)}`, 'ℹ tests 0'],
  [
    'another runner after it',
    'npx jest\njest',
    'Tests: 1 skipped, 1 total\n  3 passing (1ms)',
    'Tests: 1 skipped, 1 total',
  ],
  [
    'a forged one in colours',
    'npx jest',
    '\u001b[1mTests: 2 passed, 2 total\u001b[0m\nTests: 1 todo, 1 total',
    'Tests: 1 todo, 1 total',
  ],
  ['pytest', 'pytest -q', '2 passed in 0.1s\nno tests ran in 0.01s', 'no tests ran in 0.01s'],
  ['some tests, after a forged empty one', 'node --test a.js', nodeSummary(0, 0) + nodeSummary(2, 0), undefined],
  ['workspaces, the last without tests', 'npm test --workspaces', nodeSummary(2, 0) + nodeSummary(0, 0), undefined],
  ['two steps', 'npx jest a && npx jest b', 'Tests: 2 passed, 2 total\nTests: 1 todo, 1 total', undefined],
  [
    'cargo, its documents last',
    'cargo test',
    'test result: ok. 1 passed; 0 failed\ntest result: ok. 0 passed; 0 failed',
    undefined,
  ],
  ['no runner known', 'sh check.sh', 'Tests: 2 passed, 2 total', undefined],
])('whether tests ran, %s', (_what, command, output, line) => {
  expect(noTestsRan(output, command)).toBe(line);
});

test.each([
  ['jest', 'npx jest', 'Tests:       2 failed, 2 total', true],
  ['jest through a script', 'npm test\njest --ci', 'Tests:       2 failed, 1 passed, 3 total', true],
  ['vitest', 'npx vitest run', '      Tests  1 failed | 1 passed (2)', true],
  ['mocha', 'mocha', '  3 passing (1ms)\n  1 failing', true],
  ['node', 'node --test', nodeSummary(1, 1), true],
  ['pytest', 'pytest', '=== 1 failed, 2 passed in 0.70s ===', true],
  ['unittest', 'python -m unittest', 'Ran 2 tests in 0.1s\n\nFAILED (failures=1, errors=1)', true],
  ['go', 'go test ./...', 'ok  \ta\t0.1s\nFAIL\tb\t0.1s', true],
  ['cargo', 'cargo test', 'test result: FAILED. 1 passed; 2 failed; 0 ignored', true],
  ['maven', 'mvn test', '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0', true],
  ['no runner known', 'sh check.sh', 'Tests:       2 failed, 2 total', true],
  [
    'a workspace that fails, the last does not',
    'npm test --workspaces\njest',
    'Tests: 1 failed, 1 total\nTests: 1 passed, 1 total',
    true,
  ],
  ['what a test of a test runner prints', 'npx jest', 'Tests: 1 failed, 1 total\nTests: 3 passed, 3 total', false],
  ['another runner that a test starts', 'npx jest', 'Tests: 3 passed, 3 total\n  1 failing', false],
  ['all passed', 'npx jest', 'Tests: 3 passed, 3 total', false],
  ['bun', 'bun test', ' 3 pass\n 0 fail', false],
  ['maven, all passed', 'mvn test', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1', false],
  ['no summary', 'npm run lint', '0 errors', false],
])('exit code 0 is contradicted by the summary, %s: %s', (_what, command, output, isContradicted) => {
  expect(failedTests(output, command) !== undefined).toBe(isContradicted);
});

describe('the lines that say what failed', () => {
  test('are the failures, with a little around them', () => {
    const passes = Array.from({ length: 200 }, (_, i) => `  ✓ passes ${i} and throws TypeError: none`);
    const output = [
      ...passes,
      'FAIL ./f.test.js',
      '  ✕ adds (2 ms)',
      '',
      '    Expected: 2',
      '    Received: 3',
      'Tests: 1 failed',
    ];
    expect(failingLines(output.join('\n'))).toBe(
      [
        passes.at(-1),
        'FAIL ./f.test.js',
        '  ✕ adds (2 ms)',
        '    Expected: 2',
        '    Received: 3',
        'Tests: 1 failed',
      ].join('\n'),
    );
  });

  test('are the end where nothing looks like a failure', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `step ${i}`);
    expect(failingLines(lines.join('\n'))).toBe(lines.slice(-30).join('\n'));
    expect(failingLines('0 failed, 0 errors\nall is well')).toBe('0 failed, 0 errors\nall is well');
  });

  test('keep to the room there is', () => {
    const output = Array.from({ length: 500 }, (_, i) => `Error: ${i} ${'x'.repeat(100)}`).join('\n');
    for (const max of [undefined, { lines: 3, chars: 1000 }, { lines: 50, chars: 250 }, { lines: 1, chars: 10 }]) {
      const kept = failingLines(output, max);
      expect(kept.length).toBeLessThanOrEqual(max?.chars ?? 1500);
      expect(kept.split('\n').length).toBeLessThanOrEqual(max?.lines ?? 30);
      expect(kept.startsWith('Error: 0 x'.slice(0, max?.chars))).toBe(true);
    }
  });

  test('hold no control characters', () => {
    const kept = failingLines(
      '\u001b[31mError:\u001b[0m a\u0007b\u202e\u001b]0;title\u0007c\rnext\u0000\u009b31m\td\ud800',
    );
    expect(kept).toBe('Error: abc\nnext31m  d');
  });

  test('are found in a moment, whatever the output', () => {
    const start = performance.now();
    for (const piece of ['\u001b[', '\u001b]', 'a', ' ', '1 ', '1, ', 'Tests: ', '\n', '(', '=']) {
      const output = piece.repeat(Math.floor(2 ** 20 / piece.length));
      failingLines(output);
      noTestsRan(output);
    }
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});
