import { expectBreach } from '../../../src/testing/breaches.js';
import { boardOf, judged } from '../../../src/testing/ticket-samples.js';
import { ticketNotFound } from './ticket-not-found.rule.js';

describe('TICKET_NOT_FOUND', () => {
  const board = boardOf({ id: 'login' });

  test('a ticket of the session is found', () => {
    expect(judged(ticketNotFound, { board, ticketId: 'login' }).violations).toEqual([]);
  });

  test.each(['Login', 'T-1', '', '__proto__'])('%j is not', (ticketId) => {
    const told = judged(ticketNotFound, { board, ticketId });
    expectBreach(told, 'TICKET_NOT_FOUND', ticketId, JSON.stringify(ticketId), 'ticket_open');
  });
});
