import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, ticketOf } from '../../../src/testing/ticket-samples.js';
import { dropKnown, withdrawReason } from './withdraw.rule.js';

describe('REASON_REQUIRED of a withdrawal', () => {
  test.each([undefined, '', '  '])('%j says nothing', (note) => {
    expectBreach(judged(withdrawReason, { ticketId: 'T-1', note }), 'REASON_REQUIRED', 'T-1', '--note');
  });

  test('a note says why', () => {
    expect(judged(withdrawReason, { ticketId: 'T-1', note: 'Not needed.' }).violations).toEqual([]);
  });
});

describe('UNKNOWN_DEPENDENCY of a drop', () => {
  const told = (dependency: string | undefined, dropped: string[] = []) =>
    judged(dropKnown, { ticket: ticketOf({ dropped }, { dependsOn: ['a', 'b'] }), dependency });

  test('what it depends on can be dropped, once', () => {
    expect(told('a').violations).toEqual([]);
    expectBreach(told('a', ['a']), 'UNKNOWN_DEPENDENCY', 'T-1', 'depends on b');
  });

  test.each(['c', undefined])('%s cannot', (dependency) => {
    expectBreach(told(dependency), 'UNKNOWN_DEPENDENCY', 'T-1', 'depends on a, b');
  });

  test('where nothing is left, there is nothing to drop', () => {
    expectBreach(told('a', ['a', 'b']), 'UNKNOWN_DEPENDENCY', 'T-1', 'depends on nothing');
  });
});
