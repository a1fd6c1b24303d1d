import { expectBreach } from '../../../src/testing/breaches.js';
import { boardOf, judged, opening } from '../../../src/testing/ticket-samples.js';
import { isOverfull, ticketLimit } from './ticket-limit.rule.js';

describe('TICKET_LIMIT', () => {
  test.each([
    [0, 1000, false],
    [999, 1, false],
    [999, 2, true],
    [1000, 1, true],
  ])('%i there and %i more are too many: %s', (present, added, isTooMany) => {
    expect(isOverfull(present, added)).toBe(isTooMany);
  });

  test('says how many there are', () => {
    const board = boardOf(...Array.from({ length: 999 }, () => ({})));
    expect(judged(ticketLimit, opening([{}], { board })).violations).toEqual([]);
    expectBreach(judged(ticketLimit, opening([{}, {}], { board })), 'TICKET_LIMIT', 'BATCH', 1000, 999);
  });
});
