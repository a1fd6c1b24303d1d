/**
 * How test runners sum up: for each, which lines say how many tests were executed. Skipped and planned tests were not.
 * A runner that is not here is no runner; its output says nothing about tests.
 */

export interface Summary {
  readonly line: string;
  readonly executed: number;
}

interface LineReader {
  /** Knows the line. */
  readonly pattern: RegExp;
  /** Every number in it that counts executed tests; none in a line that only says that there were no tests. */
  readonly counts?: RegExp;
  /** Every number that was counted among them and was not executed. */
  readonly skips?: RegExp;
}

/** Runners whose summary is a line that stands for itself. */
const lineReaders: readonly LineReader[] = [
  // jest: `Tests:       1 failed, 2 skipped, 3 passed, 6 total`
  { pattern: /^Tests: .*\b\d+ total$/, counts: /(\d+) (?:passed|failed)\b/g },
  { pattern: /^No tests found, exiting with code \d/ },
  // vitest: `      Tests  1 failed | 2 passed | 1 skipped (4)`
  { pattern: /^\s*Tests {2}\d.*\(\d+\)$/, counts: /(\d+) (?:passed|failed)\b/g },
  { pattern: /^\s*Tests {2}no tests$/ },
  { pattern: /^No test files found, exiting with code \d/ },
  // mocha: `  3 passing (10ms)`
  { pattern: /^\s*\d+ (?:passing(?: \(.*\))?|failing)$/, counts: /(\d+) (?:passing|failing)/g },
  { pattern: /^Error: No test files found/ },
  // pytest: `=== 1 failed, 2 passed, 3 skipped in 0.70s ===`, and without the signs if it is to be quiet
  { pattern: /^(?:=+ )?no tests ran in [\d.]+s/ },
  {
    pattern: /^(?:=+ )?\d+ [a-z]+(?:, \d+ [a-z]+)* in [\d.]+s/,
    counts: /(\d+) (?:failed|passed|errors?|xfailed|xpassed)\b/g,
  },
  // bun: ` 3 pass`
  { pattern: /^\s*\d+ (?:pass|fail)$/, counts: /(\d+)/g },
  { pattern: /^(?:Ran 0 tests across|error: 0 test files matching|No tests found!)/ },
  // deno: `ok | 1 passed (2 steps) | 0 failed | 2 ignored (5ms)`
  { pattern: /^(?:ok|FAILED) \| \d+ passed.* \| \d+ failed/, counts: /(\d+) (?:passed|failed)\b/g },
  { pattern: /^error: No test modules found/ },
  // ava: `  1 test failed`
  { pattern: /^\s*\d+ (?:tests? (?:passed|failed)|known failures?)$/, counts: /(\d+)/g },
  { pattern: /^\s*\d+ tests? (?:skipped|todo)$/ },
  { pattern: /^\s*\S (?:No tests found in |Couldn.t find any files to test|.* but did not match the filters:$)/ },
  // phpunit: `OK (3 tests, 5 assertions)`, `Tests: 3, Assertions: 0, Skipped: 3.`
  { pattern: /^OK \(\d+ tests?, \d+ assertions?\)/, counts: /(\d+) tests?/g },
  { pattern: /^Tests: \d+, Assertions: \d+/, counts: /Tests: (\d+)/g, skips: /(?:Skipped|Incomplete): (\d+)/g },
  { pattern: /^No tests executed!/ },
  // rspec: `5 examples, 0 failures, 2 pending`
  { pattern: /^\d+ examples?, \d+ failures?/, counts: /(\d+) examples?/g, skips: /(\d+) pending/g },
  // minitest: `3 runs, 5 assertions, 0 failures, 0 errors, 1 skips`
  { pattern: /^\d+ runs, \d+ assertions, /, counts: /(\d+) runs/g, skips: /(\d+) skips/g },
  // dotnet: `Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3`
  { pattern: /^\s*\w+!\s+- Failed:\s+\d+, Passed:\s+\d+, Skipped:/, counts: /(?:Failed|Passed):\s+(\d+)/g },
  { pattern: /^\s*Test summary: total: \d+[;,] failed: \d+/i, counts: /(?:failed|succeeded): (\d+)/g },
  { pattern: /^\s*Total tests: 0$/ },
  { pattern: /^\s+(?:Passed|Failed): \d+$/, counts: /(\d+)/g },
  { pattern: /^\s*No test (?:is available in|matches the given testcase filter)/ },
  // maven: `[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1`
  { pattern: /^(?:\[\w+\] )?Tests run: \d+, Failures: /, counts: /Tests run: (\d+)/g, skips: /Skipped: (\d+)/g },
  { pattern: /^(?:\[\w+\] )?No tests to run\./ },
  // cargo nextest: `     Summary [   0.005s] 3 tests run: 3 passed, 0 skipped`
  { pattern: /^\s*Summary \[\s*[\d.]+s\]\s+\d.* tests? run:/, counts: /(\d+) (?:passed|failed)\b/g },
];

const total = (line: string, pattern: RegExp | undefined): number =>
  pattern ? [...line.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0) : 0;

export function summariesIn(lines: readonly string[]): Summary[] {
  const single = lines.flatMap((line) => {
    const reader = lineReaders.find(({ pattern }) => pattern.test(line));
    return reader ? [{ line, executed: total(line, reader.counts) - total(line, reader.skips) }] : [];
  });
  return [...single, ...unittest(lines), ...nodeTest(lines), ...goTest(lines), ...cargoTest(lines)];
}

/** `Ran 3 tests in 0.1s`, and two lines further `OK (skipped=3)`. */
function unittest(lines: readonly string[]): Summary[] {
  return lines.flatMap((line, index) => {
    const ran = /^Ran (\d+) tests? in [\d.]+s/.exec(line)?.[1];
    if (ran === undefined) return [];
    const skipped = /^(?:OK|FAILED).*\bskipped=(\d+)/.exec(
      lines
        .slice(index + 1, index + 4)
        .join(' ')
        .trim(),
    )?.[1];
    return [{ line, executed: Number(ran) - Number(skipped ?? 0) }];
  });
}

/** `# pass 3` or `ℹ pass 3`. A file without tests counts there as one that passed, under the name of the file. */
function nodeTest(lines: readonly string[]): Summary[] {
  const counts = lines.filter((one) => /^[#ℹ] (?:pass|fail|cancelled) +\d+$/u.test(one));
  const line = lines.find((one) => /^[#ℹ] tests +\d+$/u.test(one));
  if (line === undefined) return [];
  const files = lines.filter((one) =>
    /^(?:ok \d+ - |✔ )(?:\/|\S+\/).*\.[cm]?[jt]sx?(?: \([\d.]+ms\))?$/u.test(one),
  ).length;
  return [{ line, executed: total(counts.join('\n'), /(\d+)$/gm) - files }];
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
  return line === undefined ? [] : [{ line, executed: executed.length }];
}

/** Libraries, programs and examples each have a summary; one that broke off has only its first line. */
function cargoTest(lines: readonly string[]): Summary[] {
  const read = (pattern: RegExp, counts: RegExp) =>
    lines.filter((line) => pattern.test(line)).map((line) => ({ line, executed: total(line, counts) }));
  const results = read(/^test result: \w+\. \d+ passed; /, /(\d+) (?:passed|failed|measured)/g);
  return results.length > 0 ? results : read(/^running \d+ tests?$/, /(\d+)/g);
}
