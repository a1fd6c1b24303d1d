import { expectBreach } from '../../../src/testing/breaches.js';
import { boardOf, gateOf, judged, failureOf, type Opened } from '../../../src/testing/ticket-samples.js';
import { notHalted } from './not-halted.rule.js';

/** A ticket that has used up its retries. */
function usedUp(): Opened {
  const failures = [1, 2, 3].map((attempt) => failureOf('VERIFY_FAILURE', { attempt }));
  const context = gateOf({ counted: 3, attempt: 3, failures, failed: { VERIFY_FAILURE: 3 } });
  return { is: { status: 'blocked', gate: { state: 'ESCALATED', context } } };
}

describe('WRONG_STATUS of a resume', () => {
  test.each([0, 1, 2, 3])('with %i tickets that used up their retries', (count) => {
    const board = boardOf(...Array.from({ length: count }, usedUp));
    const told = judged(notHalted, { board });
    if (count < 3) expectBreach(told, 'WRONG_STATUS', 'SESSION', 'not halted');
    else expect(told.violations).toEqual([]);
  });
});
