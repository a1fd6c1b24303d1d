import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, opening } from '../../../src/testing/ticket-samples.js';
import { vacuousVerify } from './vacuous-verify.rule.js';

const told = (verify: string) => judged(vacuousVerify, opening([{}, { verify }]));

describe('VACUOUS_VERIFY', () => {
  test.each(['true', 'echo ok', 'test -f src/login.ts', 'ls && cat README.md'])('%s proves nothing', (verify) => {
    expectBreach(told(verify), 'VACUOUS_VERIFY', 'T-2', 'proves nothing');
  });

  test.each(['npm test', 'echo start && npm test'])('%s may', (verify) => {
    expect(told(verify).violations).toEqual([]);
  });

  test.each(['', 'echo ok | cat'])('%j is told otherwise', (verify) => {
    expect(told(verify).violations).toEqual([]);
  });
});
