import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reportFigures, reviewFigures } from '../../../src/testing/ticket-samples.js';
import { selfExecute, selfReview } from './self-review.rule.js';

const took = { executors: ['agent e1', 'agent e2'], architects: ['agent a1', 'agent a2'], reviewed: ['agent a2'] };

// To a user its bug is an agent that approves what it has built.
describe('SELF_REVIEW', () => {
  test.each([
    ['agent new', true, true],
    ['agent e1', true, false],
    ['agent e2', true, false],
    ['agent a1', false, true],
    ['agent a2', false, false],
    [null, true, true],
  ])('%s may execute: %s; may review: %s', (by, mayExecute, mayReview) => {
    const executes = judged(selfExecute, reaching(reportFigures({ by }), took));
    const reviews = judged(selfReview, reaching(reviewFigures({ by }), took));
    expect([executes.violations.length, reviews.violations.length]).toEqual([mayExecute ? 0 : 1, mayReview ? 0 : 1]);
  });

  test('says what they did before', () => {
    const executes = judged(selfExecute, reaching(reportFigures({ by: 'agent a1' }), took));
    expectBreach(executes, 'SELF_REVIEW', 'T-1', 'agent a1 has reviewed this ticket');
    const reviews = (by: string) => judged(selfReview, reaching(reviewFigures({ by }), took));
    expectBreach(reviews('agent e1'), 'SELF_REVIEW', 'T-1', 'agent e1 has executed this ticket');
    expectBreach(reviews('agent a2'), 'SELF_REVIEW', 'T-1', 'agent a2 has reviewed this attempt');
  });

  test('whoever checked it in an earlier round neither executes nor reviews', () => {
    const by = { by: 'agent s1', isChecker: true };
    const executes = judged(selfExecute, reaching(reportFigures(by), took));
    expectBreach(executes, 'SELF_REVIEW', 'T-1', 'agent s1 has validated this ticket', 'another agent');
    const reviews = judged(selfReview, reaching(reviewFigures(by), took));
    expectBreach(reviews, 'SELF_REVIEW', 'T-1', 'agent s1 has validated this ticket', 'has not worked on it');
  });
});
