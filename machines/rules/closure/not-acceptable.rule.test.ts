import { expectBreach } from '../../../src/testing/breaches.js';
import { closureOf } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { notAcceptable } from './not-acceptable.rule.js';

describe('accepting', () => {
  const told = (needsAccept: boolean) =>
    judged(notAcceptable, { ticketId: 'T-1', closure: closureOf({ needsAccept }) });

  test('is for what was skipped or forced', () => {
    expect(told(true).violations).toEqual([]);
    expectBreach(told(false), 'WRONG_STATUS', 'T-1', 'needs no acceptance', 'ticket_validate');
  });
});
