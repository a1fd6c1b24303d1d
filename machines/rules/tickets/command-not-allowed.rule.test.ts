import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, opening } from '../../../src/testing/ticket-samples.js';
import { commandNotAllowed } from './command-not-allowed.rule.js';

describe('COMMAND_NOT_ALLOWED', () => {
  const told = (...notAllowed: number[]) =>
    judged(commandNotAllowed, opening([{}, { verify: 'make check' }], { notAllowed }));

  test('is told of each ticket whose command no person has allowed', () => {
    expect(told().violations).toEqual([]);
    expectBreach(told(1), 'COMMAND_NOT_ALLOWED', 'T-2', 'make check', 'proctor approve', 'commands.allow');
    expect(told(0, 1).violations.map(({ subject }) => subject)).toEqual(['T-1', 'T-2']);
  });

  test('a place beyond the batch is nobody', () => {
    expect(told(2).violations).toEqual([]);
  });
});
