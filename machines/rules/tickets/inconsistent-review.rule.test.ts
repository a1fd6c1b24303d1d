import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reviewFigures } from '../../../src/testing/ticket-samples.js';
import { inconsistentReview } from './inconsistent-review.rule.js';

describe('INCONSISTENT_REVIEW', () => {
  test.each([
    ['APPROVED', 'commit', true],
    ['APPROVED', 'retry', false],
    ['APPROVED', 'manual_review', true],
    ['REJECTED', 'commit', false],
    ['REJECTED', 'retry', true],
    ['REJECTED', 'manual_review', true],
  ] as const)('%s with %s agrees with itself: %s', (verdict, recommendation, agrees) => {
    const told = judged(inconsistentReview, reaching(reviewFigures({ verdict, recommendation })));
    if (agrees) expect(told.violations).toEqual([]);
    else expectBreach(told, 'INCONSISTENT_REVIEW', 'T-1', verdict, recommendation);
  });
});
