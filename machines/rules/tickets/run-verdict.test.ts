import { gateOf, runFigures } from '../../../src/testing/ticket-samples.js';
import { allFailed, allPassed, isFlaky, isMovedTooOften, isUndecided } from './run-verdict.js';

/** Earlier results on the same files, as p and f; then the last one. */
function verdictOf(results: string): string {
  const earlier = [...results.slice(0, -1)];
  const count = (letter: string) => earlier.filter((each) => each === letter).length;
  const tallies = { 'files-1': { passed: count('p'), failed: count('f') }, 'files-0': { passed: 1, failed: 1 } };
  const gate = gateOf({ tallies });
  const event = runFigures({ passed: results.endsWith('p') });
  if (allPassed(gate, event)) return 'passed';
  if (allFailed(gate, event)) return 'failed';
  if (isUndecided(gate, event)) return 'again';
  return isFlaky(gate, event) ? 'flaky' : 'failed after all';
}

// To a user its bug is work that passes because it was tried often enough.
describe('what the runs on the same files come to', () => {
  test.each([
    ['p', 'passed'],
    ['pp', 'passed'],
    ['pppp', 'passed'],
    ['f', 'failed'],
    ['ff', 'failed'],
    ['fff', 'failed'],
    ['fp', 'again'],
    ['pf', 'again'],
    ['fpp', 'flaky'],
    ['pfp', 'flaky'],
    ['ppf', 'flaky'],
    ['fpf', 'failed after all'],
    ['ffp', 'failed after all'],
    ['pff', 'failed after all'],
    ['ffpp', 'failed after all'],
    ['fppp', 'flaky'],
    ['ffppp', 'failed after all'],
    ['ffpppp', 'flaky'],
  ])('%s: %s', (results, verdict) => {
    expect(verdictOf(results)).toBe(verdict);
  });

  test('no verdict holds beside another but failing for good', () => {
    const gate = gateOf({ tallies: {} });
    expect(isUndecided(gate, runFigures({ passed: true }))).toBe(false);
    expect(isFlaky(gate, runFigures({ passed: true }))).toBe(false);
    expect(isUndecided(gate, runFigures({ passed: false }))).toBe(false);
    expect(isFlaky(gate, runFigures({ passed: false }))).toBe(false);
  });
});

describe('files that move during a run', () => {
  test.each([
    [0, false],
    [1, false],
    [2, true],
    [3, true],
  ])('after %i runs repeated for it, once more is too often: %s', (movedRuns, isTooOften) => {
    expect(isMovedTooOften(gateOf({ movedRuns }), runFigures({ isMoved: true }))).toBe(isTooOften);
    expect(isMovedTooOften(gateOf({ movedRuns }), runFigures({ isMoved: false }))).toBe(false);
  });
});
