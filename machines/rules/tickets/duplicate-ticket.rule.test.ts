import { expectBreach } from '../../../src/testing/breaches.js';
import { boardOf, judged, opening } from '../../../src/testing/ticket-samples.js';
import { duplicateTicket } from './duplicate-ticket.rule.js';

describe('DUPLICATE_TICKET', () => {
  test('an id that a ticket of the session has, whatever became of it', () => {
    const board = boardOf({ id: 'login', is: { status: 'withdrawn' } });
    expectBreach(judged(duplicateTicket, opening([{ id: 'login' }], { board })), 'DUPLICATE_TICKET', 'login');
    expect(judged(duplicateTicket, opening([{ id: 'logout' }], { board })).violations).toEqual([]);
  });

  test('inside a batch the second is the duplicate', () => {
    const { violations } = judged(duplicateTicket, opening([{ id: 'a' }, { id: 'b' }, { id: 'a' }]));
    expect(violations.map(({ subject }) => subject)).toEqual(['a']);
  });

  test('ids that are given never are', () => {
    const board = boardOf({ id: 'T-2' });
    expect(judged(duplicateTicket, opening([{}, { id: 'T-3' }, {}], { board })).violations).toEqual([]);
  });
});
