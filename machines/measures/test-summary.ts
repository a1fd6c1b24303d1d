/** What the output of a test run says about itself: whether any test was executed, and what failed. */
import { plainLines } from './plain-output.js';
import { summariesIn } from './test-runners.js';

/** The line that says that no test was executed; nothing if some were, or if no summary can be read. */
export function noTestsRan(output: string): string | undefined {
  const summaries = summariesIn(plainLines(output));
  if (summaries.some(({ executed }) => executed > 0)) return undefined;
  return summaries[0]?.line.trim();
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
