import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reportFigures } from '../../../src/testing/ticket-samples.js';
import { staleAttempt } from './stale-attempt.rule.js';

const told = (attempt: number, timedOut: number[] = []) =>
  judged(staleAttempt, reaching(reportFigures({ attempt }), { attempt: 2, timedOut }));

describe('STALE_ATTEMPT', () => {
  test.each([1, 3])('attempt 2 is at work and %i is answered', (attempt) => {
    expectBreach(told(attempt), 'STALE_ATTEMPT', 'T-1', attempt, 2, 'ticket_status');
  });

  test('the attempt at work can be answered', () => {
    expect(told(2).violations).toEqual([]);
  });

  test('one that timed out is late, not stale', () => {
    expect(told(1, [1]).violations).toEqual([]);
  });
});
