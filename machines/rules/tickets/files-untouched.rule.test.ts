import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reportFigures } from '../../../src/testing/ticket-samples.js';
import { filesUntouched } from './files-untouched.rule.js';

const told = (figures: Parameters<typeof reportFigures>[0]) => judged(filesUntouched, reaching(reportFigures(figures)));
const claimed = { untouched: ['src/logout.ts'], untouchedCount: 1, changedCount: 1 };

describe('FILES_UNTOUCHED', () => {
  test('a success that names only what it changed', () => {
    expect(told({ untouchedCount: 0, changedCount: 1 }).violations).toEqual([]);
  });

  test('a success that names a file it did not change', () => {
    expectBreach(told(claimed), 'FILES_UNTOUCHED', 'T-1', 'src/logout.ts', '(1)');
  });

  test('a success that changed nothing at all', () => {
    expectBreach(told({ untouchedCount: 0, changedCount: 0 }), 'FILES_UNTOUCHED', 'T-1', 'No file of the contract');
  });

  test.each(['failure', 'blocked'] as const)('a %s may name what it likes', (status) => {
    expect(told({ status, ...claimed, changedCount: 0 }).violations).toEqual([]);
  });
});
