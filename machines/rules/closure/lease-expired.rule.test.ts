import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking } from '../../../src/testing/closure-samples.js';
import { judged, now } from '../../../src/testing/ticket-samples.js';
import type { ClosureContext } from '../../measures/closure.js';
import { leaseExpired } from './lease-expired.rule.js';

const told = (closure: Partial<ClosureContext>, at = now) =>
  judged(leaseExpired, checking(checkFigures('validator', { at }), closure));

describe('LEASE_EXPIRED', () => {
  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])('%i ms after the lease, booked or not: %s', (ms, isLate) => {
    expect(told({ lease: now }, now + ms).violations).toHaveLength(isLate ? 1 : 0);
  });

  test.each<[string, Partial<ClosureContext>, boolean]>([
    ['never validated', { lease: null, round: 0, expiredRound: 0 }, false],
    ['its only round ran out', { lease: null, round: 1, expiredRound: 1 }, true],
    ['another has begun since', { lease: now + 1, round: 2, expiredRound: 1 }, false],
    ['that one ran out too', { lease: null, round: 2, expiredRound: 2 }, true],
    ['that one is complete and waits for a person', { lease: null, round: 2, expiredRound: 1 }, false],
  ])('%s', (_what, closure, isLate) => {
    expect(told(closure).violations).toHaveLength(isLate ? 1 : 0);
  });

  test('says to begin again', () => {
    expectBreach(told({ lease: null, expiredRound: 1 }), 'LEASE_EXPIRED', 'T-1', 'void', 'ticket_validate');
  });
});
