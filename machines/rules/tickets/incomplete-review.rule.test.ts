import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reviewFigures } from '../../../src/testing/ticket-samples.js';
import { incompleteReview } from './incomplete-review.rule.js';

const told = (figures: Parameters<typeof reviewFigures>[0]) =>
  judged(incompleteReview, reaching(reviewFigures(figures)));

describe('INCOMPLETE_REVIEW', () => {
  test('an approval that looked at every criterion', () => {
    expect(told({ missing: [] }).violations).toEqual([]);
  });

  test('an approval that left one out is told which', () => {
    expectBreach(told({ missing: ['2 "Logs out" has none'] }), 'INCOMPLETE_REVIEW', 'T-1', '2 "Logs out" has none');
  });

  test('a rejection need not look at all of them', () => {
    expect(told({ verdict: 'REJECTED', missing: ['2 "Logs out" has none'] }).violations).toEqual([]);
  });
});
