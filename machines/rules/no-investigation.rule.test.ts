import { expectBreach } from '../../src/testing/breaches.js';
import { judged } from '../../src/testing/ticket-samples.js';
import { noInvestigation } from './no-investigation.rule.js';

describe('NO_INVESTIGATION', () => {
  test('calls of an investigation need one', () => {
    expect(judged(noInvestigation, { kind: 'investigation' }).violations).toEqual([]);
    expectBreach(judged(noInvestigation, { kind: 'tickets' }), 'NO_INVESTIGATION', 'SESSION', 'tot_start');
  });
});
