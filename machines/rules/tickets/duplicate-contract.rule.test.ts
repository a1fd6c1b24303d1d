import { expectBreach } from '../../../src/testing/breaches.js';
import { boardOf, judged, opening } from '../../../src/testing/ticket-samples.js';
import { TicketStatus } from '../../schema/ticket.js';
import { duplicateContract } from './duplicate-contract.rule.js';

describe('DUPLICATE_CONTRACT', () => {
  test.each(TicketStatus.options)('a contract equal to that of a ticket that is %s', (status) => {
    const board = boardOf({ hash: 'same', is: { status } });
    const told = judged(duplicateContract, opening([{ hash: 'same' }], { board }));
    if (status === 'closed' || status === 'withdrawn') expect(told.violations).toEqual([]);
    else expectBreach(told, 'DUPLICATE_CONTRACT', 'T-2', 'T-1');
  });

  test('inside a batch the second is the duplicate', () => {
    const told = judged(duplicateContract, opening([{ hash: 'a' }, { hash: 'b' }, { hash: 'a' }]));
    expectBreach(told, 'DUPLICATE_CONTRACT', 'T-3', 'T-1');
    expect(told.violations).toHaveLength(1);
  });
});
