import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, opening } from '../../../src/testing/ticket-samples.js';
import { noVerify } from './no-verify.rule.js';

describe('NO_VERIFY', () => {
  test.each(['', '   ', '\t\n'])('%j is no command', (verify) => {
    expectBreach(judged(noVerify, opening([{}, { verify }])), 'NO_VERIFY', 'T-2', 'command');
  });

  test('a command is one', () => {
    expect(judged(noVerify, opening([{ verify: 'x' }])).violations).toEqual([]);
  });
});
