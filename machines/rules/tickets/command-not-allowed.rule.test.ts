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

  test('the word that no wildcard stands for is named, with the pattern that would allow it', () => {
    const verify = 'npm test -- -t adds';
    const denied = { index: 0, word: '-t', pattern: 'npm test -- *' };
    const facts = (more: object) =>
      judged(commandNotAllowed, opening([{ verify }], { notAllowed: [0], denied: [{ ...denied, ...more }] }));
    const said = ['not for "-t"', 'The * in "npm test -- *"'];
    expectBreach(facts({ instead: 'npm test -- -t *' }), 'COMMAND_NOT_ALLOWED', 'T-1', ...said, '"npm test -- -t *"');
    expectBreach(facts({}), 'COMMAND_NOT_ALLOWED', 'T-1', ...said, 'other code could run', 'Leave "-t" out');
  });

  test('a place beyond the batch is nobody', () => {
    expect(told(2).violations).toEqual([]);
  });
});
