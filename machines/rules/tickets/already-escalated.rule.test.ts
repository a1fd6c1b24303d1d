import { expectBreach } from '../../../src/testing/breaches.js';
import { gateOf, judged, ticketOf } from '../../../src/testing/ticket-samples.js';
import type { Ticket } from '../../measures/board.js';
import { GateState } from '../../schema/ticket.js';
import { alreadyEscalated } from './already-escalated.rule.js';

const told = (is: Partial<Ticket>) => judged(alreadyEscalated, { ticketId: 'T-1', ticket: ticketOf(is) });

describe('ALREADY_ESCALATED', () => {
  test.each(GateState.options)('with the gate in %s only ESCALATED waits for a person', (state) => {
    const { violations } = told({ gate: { state, context: gateOf() } });
    expect(violations.length).toBe(state === 'ESCALATED' ? 1 : 0);
  });

  test('a ticket that was handed off waits for one when it is flagged', () => {
    const handedOff = { status: 'impl_complete', gate: { state: 'APPROVED', context: gateOf() } } as const;
    expectBreach(told({ ...handedOff, isFlagged: true }), 'ALREADY_ESCALATED', 'T-1', 'ticket_status');
    expect(told({ ...handedOff, isFlagged: false }).violations).toEqual([]);
  });

  test('a ticket given up while it waited waits no longer', () => {
    expect(told({ status: 'withdrawn', gate: { state: 'ESCALATED', context: gateOf() } }).violations).toEqual([]);
  });
});
