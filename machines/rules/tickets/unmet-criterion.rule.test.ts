import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reviewFigures } from '../../../src/testing/ticket-samples.js';
import { unmetCriterion } from './unmet-criterion.rule.js';

const told = (figures: Parameters<typeof reviewFigures>[0]) => judged(unmetCriterion, reaching(reviewFigures(figures)));

describe('UNMET_CRITERION', () => {
  test('an approval that finds all met', () => {
    expect(told({ unmet: [] }).violations).toEqual([]);
  });

  test('an approval that finds one unmet', () => {
    expectBreach(told({ unmet: ['2 "Logs out"'] }), 'UNMET_CRITERION', 'T-1', '2 "Logs out"', 'Reject');
  });

  test('a rejection may', () => {
    expect(told({ verdict: 'REJECTED', unmet: ['2 "Logs out"'] }).violations).toEqual([]);
  });
});
