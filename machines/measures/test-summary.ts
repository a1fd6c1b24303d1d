/** What the output of a test run says about itself: whether any test was executed, and what failed. */
import { plainLines } from './plain-output.js';
import { runnersNamed, summariesIn, type Summary } from './test-runners.js';

/** The line that says that no test was executed; nothing if some were, or if no summary can be read. */
export function noTestsRan(output: string, command = ''): string | undefined {
  const verdicts = verdictsIn(output, command);
  if (verdicts.some(({ executed }) => executed > 0)) return undefined;
  return verdicts[0]?.line.trim();
}

/** The line in which a summary that counts says that tests failed. */
export function failedTests(output: string, command = ''): string | undefined {
  const verdicts = verdictsIn(output, command);
  const counted = isManifold(command) || runnersNamed(command).size > 0 ? verdicts : verdicts.slice(-1);
  return counted.find(({ failed }) => failed > 0)?.line.trim();
}

/** Lines of one summary are this close together: `1 passing`, `2 failing`. */
const linesApart = 4;
const sumsUpInOneLine = new Set(['jest', 'vitest', 'pytest', 'node', 'unittest', 'cargo', 'go', 'deno', 'rspec']);

/** These sum up more than once in an honest run, and so does a command of several parts. */
const manyAtOnce = new Set(['go', 'cargo', 'maven', 'dotnet', 'nextest']);
const isManifold = (command: string): boolean =>
  /&&|;|\s--?(?:workspaces?|ws|r|recursive)\b|\b(?:turbo|lerna|nx|wireit|foreach|concurrently|npm-run-all|run-[sp]|make|tox|nox)\b/.test(
    command,
  );

/**
 * The summaries that count. Anybody can print one, so only those of a runner that the command names are believed, where it
 * names any; and of a runner that sums up once, only the last, which it prints when all tests are over.
 */
function verdictsIn(output: string, command: string): Summary[] {
  const known = runnersNamed(command);
  const all = summariesIn(plainLines(output));
  const own = known.size === 0 ? all : all.filter(({ runner }) => known.has(runner));
  return [...new Set(own.map(({ runner }) => runner))]
    .flatMap((runner) => {
      const groups = groupsOf(own.filter((summary) => summary.runner === runner));
      return manyAtOnce.has(runner) || isManifold(command) ? groups : groups.slice(-1);
    })
    .sort((a, b) => a.at - b.at);
}

/** Lines that belong together, as one summary; told by the first, or by the one that names a failure. */
function groupsOf(summaries: readonly Summary[]): Summary[] {
  const groups: Summary[] = [];
  for (const next of summaries) {
    const last = groups.at(-1);
    if (!last || next.at - last.at > linesApart || sumsUpInOneLine.has(next.runner)) groups.push(next);
    else
      groups[groups.length - 1] = {
        ...(next.failed > 0 ? next : last),
        at: next.at,
        executed: last.executed + next.executed,
        failed: last.failed + next.failed,
      };
  }
  return groups;
}

/** Marks of a failure: verdicts, thrown errors, comparisons, counts that are not 0. */
const failures = [
  /\b(?:FAIL|FAILED|FAILURE|ERROR|FATAL|PANIC)\b|^\s*(?:not ok\b|--- FAIL|E {3}|●|✕|✖|✗|✘|×|❯ )/u,
  /(?:^|[\s(])\w*(?:Error|Exception)(?::| \[|$)|^Traceback |panicked at|^error(?:\[\w+\])?:|\berror TS\d+:|Segmentation fault/u,
  /^\s*(?:Expected|Received|Actual|expected|actual|left|right)\b.*[:=]|^\s*\d+\) \S/u,
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b/u,
];

/** A test that passed may well be named after an error. */
const passed = /^\s*(?:✓|✔|√|ok \d|PASS\b|--- PASS|\S+::\S+ PASSED|test .* \.\.\. ok$)/u;

const linesBefore = 1;
const linesAfter = 2;
const lineCharsMax = 300;

/** The lines that help most in mending it: failures with a little around them, else the end. */
export function failingLines(output: string, max = { lines: 30, chars: 1500 }): string {
  const lines = plainLines(output).map((line) =>
    line.length > lineCharsMax ? `${line.slice(0, lineCharsMax)}…` : line,
  );
  const wanted = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (wanted.size >= max.lines * 2) break;
    if (passed.test(line) || !failures.some((pattern) => pattern.test(line))) continue;
    for (let at = index - linesBefore; at <= index + linesAfter; at += 1) wanted.add(at);
  }
  const isTelling = (line: string | undefined): line is string => line !== undefined && line.trim() !== '';
  const around = [...wanted]
    .sort((a, b) => a - b)
    .map((at) => lines[at])
    .filter(isTelling);
  return around.length > 0 ? firstOf(around, max) : lastOf(lines.filter(isTelling), max);
}

interface Room {
  readonly lines: number;
  readonly chars: number;
}

/** As many whole lines as there is room for. */
function firstOf(lines: readonly string[], { lines: linesMax, chars: charsMax }: Room): string {
  const kept: string[] = [];
  let chars = 0;
  for (const line of lines.slice(0, linesMax)) {
    chars += line.length + 1;
    if (chars > charsMax + 1) break;
    kept.push(line);
  }
  // A single line that is too long still says more than nothing.
  return kept.length > 0 ? kept.join('\n') : (lines[0] ?? '').slice(0, charsMax);
}

function lastOf(lines: readonly string[], max: Room): string {
  return firstOf(lines.toReversed(), max).split('\n').reverse().join('\n');
}
