/**
 * How test runners sum up: for each, which lines say how many tests were executed. Skipped and planned tests were not.
 * A runner that is not here is no runner; its output says nothing about tests.
 */

export interface Summary {
  readonly runner: string;
  /** Where in the output. */
  readonly at: number;
  readonly line: string;
  readonly executed: number;
  readonly failed: number;
}

interface LineReader {
  readonly runner: string;
  /** Knows the line. */
  readonly pattern: RegExp;
  /** Every number in it that counts executed tests; none in a line that only says that there were no tests. */
  readonly counts?: RegExp;
  /** Every number that was counted among them and was not executed. */
  readonly skips?: RegExp;
  /** Every number of tests that failed. */
  readonly fails?: RegExp;
}

/** Runners whose summary is a line that stands for itself. */
const lineReaders: readonly LineReader[] = [
  // jest: `Tests:       1 failed, 2 skipped, 3 passed, 6 total`
  { runner: 'jest', pattern: /^Tests: .*\b\d+ total$/, counts: /(\d+) (?:passed|failed)\b/g, fails: /(\d+) failed\b/g },
  { runner: 'jest', pattern: /^No tests found, exiting with code \d/ },
  // vitest: `      Tests  1 failed | 2 passed | 1 skipped (4)`
  {
    runner: 'vitest',
    pattern: /^\s*Tests {2}\d.*\(\d+\)$/,
    counts: /(\d+) (?:passed|failed)\b/g,
    fails: /(\d+) failed\b/g,
  },
  { runner: 'vitest', pattern: /^\s*Tests {2}no tests$/ },
  { runner: 'vitest', pattern: /^No test files found, exiting with code \d/ },
  // mocha: `  3 passing (10ms)`
  {
    runner: 'mocha',
    pattern: /^\s*\d+ (?:passing(?: \(.*\))?|failing)$/,
    counts: /(\d+) (?:passing|failing)/g,
    fails: /(\d+) failing/g,
  },
  { runner: 'mocha', pattern: /^Error: No test files found/ },
  // pytest: `=== 1 failed, 2 passed, 3 skipped in 0.70s ===`, and without the signs if it is to be quiet
  { runner: 'pytest', pattern: /^(?:=+ )?no tests ran in [\d.]+s/ },
  {
    runner: 'pytest',
    pattern: /^(?:=+ )?\d+ [a-z]+(?:, \d+ [a-z]+)* in [\d.]+s/,
    counts: /(\d+) (?:failed|passed|errors?|xfailed|xpassed)\b/g,
    fails: /(\d+) (?:failed|errors?)\b/g,
  },
  // bun: ` 3 pass`
  { runner: 'bun', pattern: /^\s*\d+ (?:pass|fail)$/, counts: /(\d+)/g, fails: /(\d+) fail$/g },
  { runner: 'bun', pattern: /^(?:Ran 0 tests across|error: 0 test files matching|No tests found!)/ },
  // deno: `ok | 1 passed (2 steps) | 0 failed | 2 ignored (5ms)`
  {
    runner: 'deno',
    pattern: /^(?:ok|FAILED) \| \d+ passed.* \| \d+ failed/,
    counts: /(\d+) (?:passed|failed)\b/g,
    fails: /(\d+) failed\b/g,
  },
  { runner: 'deno', pattern: /^error: No test modules found/ },
  // ava: `  1 test failed`
  {
    runner: 'ava',
    pattern: /^\s*\d+ (?:tests? (?:passed|failed)|known failures?)$/,
    counts: /(\d+)/g,
    fails: /(\d+) tests? failed/g,
  },
  { runner: 'ava', pattern: /^\s*\d+ tests? (?:skipped|todo)$/ },
  {
    runner: 'ava',
    pattern: /^\s*\S (?:No tests found in |Couldn.t find any files to test|.* but did not match the filters:$)/,
  },
  // phpunit: `OK (3 tests, 5 assertions)`, `Tests: 3, Assertions: 0, Skipped: 3.`
  {
    runner: 'phpunit',
    pattern: /^OK \(\d+ tests?, \d+ assertions?\)/,
    counts: /(\d+) tests?/g,
    fails: /(?:Failures|Errors): (\d+)/g,
  },
  {
    runner: 'phpunit',
    pattern: /^Tests: \d+, Assertions: \d+/,
    counts: /Tests: (\d+)/g,
    skips: /(?:Skipped|Incomplete): (\d+)/g,
    fails: /(?:Failures|Errors): (\d+)/g,
  },
  { runner: 'phpunit', pattern: /^No tests executed!/ },
  // rspec: `5 examples, 0 failures, 2 pending`
  {
    runner: 'rspec',
    pattern: /^\d+ examples?, \d+ failures?/,
    counts: /(\d+) examples?/g,
    skips: /(\d+) pending/g,
    fails: /(\d+) failures?/g,
  },
  // minitest: `3 runs, 5 assertions, 0 failures, 0 errors, 1 skips`
  {
    runner: 'minitest',
    pattern: /^\d+ runs, \d+ assertions, /,
    counts: /(\d+) runs/g,
    skips: /(\d+) skips/g,
    fails: /(\d+) (?:failures|errors)/g,
  },
  // dotnet: `Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3`
  {
    runner: 'dotnet',
    pattern: /^\s*\w+!\s+- Failed:\s+\d+, Passed:\s+\d+, Skipped:/,
    counts: /(?:Failed|Passed):\s+(\d+)/g,
    fails: /[Ff]ailed:\s+(\d+)/g,
  },
  {
    runner: 'dotnet',
    pattern: /^\s*Test summary: total: \d+[;,] failed: \d+/i,
    counts: /(?:failed|succeeded): (\d+)/g,
    fails: /[Ff]ailed:\s+(\d+)/g,
  },
  { runner: 'dotnet', pattern: /^\s*Total tests: 0$/ },
  { runner: 'dotnet', pattern: /^\s+(?:Passed|Failed): \d+$/, counts: /(\d+)/g, fails: /[Ff]ailed:\s+(\d+)/g },
  { runner: 'dotnet', pattern: /^\s*No test (?:is available in|matches the given testcase filter)/ },
  // maven: `[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1`
  {
    runner: 'maven',
    pattern: /^(?:\[\w+\] )?Tests run: \d+, Failures: /,
    counts: /Tests run: (\d+)/g,
    skips: /Skipped: (\d+)/g,
    fails: /(?:Failures|Errors): (\d+)/g,
  },
  { runner: 'maven', pattern: /^(?:\[\w+\] )?No tests to run\./ },
  // cargo nextest: `     Summary [   0.005s] 3 tests run: 3 passed, 0 skipped`
  {
    runner: 'nextest',
    pattern: /^\s*Summary \[\s*[\d.]+s\]\s+\d.* tests? run:/,
    counts: /(\d+) (?:passed|failed)\b/g,
    fails: /(\d+) failed\b/g,
  },
];

const total = (line: string, pattern: RegExp | undefined): number =>
  pattern ? [...line.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0) : 0;

export function summariesIn(lines: readonly string[]): Summary[] {
  const single = lines.flatMap((line, at) => {
    const reader = lineReaders.find(({ pattern }) => pattern.test(line));
    if (!reader) return [];
    const executed = total(line, reader.counts) - total(line, reader.skips);
    return [{ runner: reader.runner, at, line, executed, failed: total(line, reader.fails) }];
  });
  return [...single, ...unittest(lines), ...nodeTest(lines), ...goTest(lines), ...cargoTest(lines)].sort(
    (a, b) => a.at - b.at,
  );
}

/** `Ran 3 tests in 0.1s`, and two lines further `OK (skipped=3)` or `FAILED (failures=1, errors=1)`. */
function unittest(lines: readonly string[]): Summary[] {
  return lines.flatMap((line, at) => {
    const ran = /^Ran (\d+) tests? in [\d.]+s/.exec(line)?.[1];
    if (ran === undefined) return [];
    const verdict = lines.slice(at + 1, at + 4).find((next) => /^(?:OK|FAILED)\b/.test(next)) ?? '';
    const executed = Number(ran) - total(verdict, /\bskipped=(\d+)/g);
    return [{ runner: 'unittest', at, line, executed, failed: total(verdict, /\b(?:failures|errors)=(\d+)/g) }];
  });
}

/** How many lines a summary of Node has: from `tests` to `duration_ms`. */
const nodeLines = 8;

/** `# pass 3` or `ℹ pass 3`. A file without tests counts there as one that passed, under the name of the file. */
function nodeTest(lines: readonly string[]): Summary[] {
  let from = 0;
  return lines.flatMap((line, at) => {
    if (!/^[#ℹ] tests +\d+$/u.test(line)) return [];
    const counts = lines
      .slice(at + 1, at + nodeLines)
      .filter((one) => /^[#ℹ] (?:pass|fail|cancelled) +\d+$/u.test(one))
      .join('\n');
    const files = lines
      .slice(from, at)
      .filter((one) => /^(?:ok \d+ - |✔ )(?:\/|\S+\/).*\.[cm]?[jt]sx?(?: \([\d.]+ms\))?$/u.test(one)).length;
    from = at;
    const executed = total(counts, /(\d+)$/gm) - files;
    return [{ runner: 'node', at, line, executed, failed: total(counts, /^[#ℹ] (?:fail|cancelled) +(\d+)$/gmu) }];
  });
}

/** `ok  pkg  0.1s` says that some ran; only with `-v` does it say which were skipped. */
function goTest(lines: readonly string[]): Summary[] {
  const verdicts = lines.filter((line) => /^\s*--- (?:PASS|FAIL|SKIP): /.test(line));
  const packages = lines.filter((line) => /^(?:ok|FAIL) +\S+ +(?:\(cached\)|[\d.]+s)/.test(line));
  const without = lines.filter((line) => /^\? +\S+ +\[no test files\]|^testing: warning: no tests to run/.test(line));
  const hasSkips = verdicts.some((line) => line.includes('--- SKIP: '));
  const executed = hasSkips
    ? verdicts.filter((line) => !line.includes('--- SKIP: '))
    : packages.filter((line) => !line.includes('[no tests to run]'));
  const line = without[0] ?? packages[0];
  if (line === undefined) return [];
  const failed = packages.filter((each) => each.startsWith('FAIL')).length;
  return [{ runner: 'go', at: lines.lastIndexOf(line), line, executed: executed.length, failed }];
}

/** Libraries, programs and examples each have a summary; one that broke off has only its first line. */
function cargoTest(lines: readonly string[]): Summary[] {
  const read = (pattern: RegExp, counts: RegExp) =>
    lines.flatMap((line, at) =>
      pattern.test(line)
        ? [{ runner: 'cargo', at, line, executed: total(line, counts), failed: total(line, /(\d+) failed/g) }]
        : [],
    );
  const results = read(/^test result: \w+\. \d+ passed; /, /(\d+) (?:passed|failed|measured)/g);
  return results.length > 0 ? results : read(/^running \d+ tests?$/, /(\d+)/g);
}

/** The runners that a command, or a script it stands for, names. */
export function runnersNamed(command: string): Set<string> {
  return new Set(names.filter(([, pattern]) => pattern.test(command)).map(([runner]) => runner));
}

const names: readonly (readonly [string, RegExp])[] = [
  ['jest', /\b(?:jest|react-scripts test)\b/],
  ['vitest', /\bvitest\b/],
  ['mocha', /\bmocha\b/],
  ['pytest', /\b(?:pytest|py\.test)\b/],
  ['unittest', /\bunittest\b|\bmanage\.py test\b/],
  ['node', /\bnode\b[^&|;\n]*\s--test\b/],
  ['bun', /\bbun test\b/],
  ['deno', /\bdeno test\b/],
  ['ava', /\bava\b/],
  ['phpunit', /\b(?:phpunit|pest)\b/],
  ['rspec', /\brspec\b/],
  ['dotnet', /\bdotnet test\b/],
  ['maven', /\bmvnw?\b/],
  ['nextest', /\bcargo nextest\b/],
  ['go', /\bgo test\b/],
  ['cargo', /\bcargo test\b/],
];
