import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reviewFigures } from '../../../src/testing/ticket-samples.js';
import { staleEvidence } from './stale-evidence.rule.js';

const lastRun = { id: 4, filesId: 'files-1', passed: true };
const told = (figures: Parameters<typeof reviewFigures>[0], run: typeof lastRun | null = lastRun) =>
  judged(staleEvidence, reaching(reviewFigures(figures), { lastRun: run }));

// To a user its bug is an approval of code that no run has seen.
describe('STALE_EVIDENCE', () => {
  test('the files of the run can be approved', () => {
    expect(told({ filesId: 'files-1' }).violations).toEqual([]);
  });

  test('files that changed since cannot', () => {
    expectBreach(told({ filesId: 'files-2' }), 'STALE_EVIDENCE', 'T-1', 4, 'submit again');
  });

  test('without any run nothing can', () => {
    expectBreach(told({}, null), 'STALE_EVIDENCE', 'T-1', 'changed since run 0');
  });

  test('whatever there is can be rejected', () => {
    expect(told({ verdict: 'REJECTED', filesId: 'files-2' }).violations).toEqual([]);
  });
});
