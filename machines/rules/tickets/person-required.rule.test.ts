import { expectBreach } from '../../../src/testing/breaches.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { personRequired } from './person-required.rule.js';

describe('PERSON_REQUIRED', () => {
  test('a person may, anybody else may not', () => {
    const told = (isPerson: boolean) => judged(personRequired, { ticketId: 'T-1', event: { isPerson } });
    expect(told(true).violations).toEqual([]);
    expectBreach(told(false), 'PERSON_REQUIRED', 'T-1', 'ticket_escalate');
  });
});
