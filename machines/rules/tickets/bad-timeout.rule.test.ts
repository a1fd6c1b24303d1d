import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, opening } from '../../../src/testing/ticket-samples.js';
import { badTimeout, exceeds } from './bad-timeout.rule.js';

describe('BAD_TIMEOUT', () => {
  test.each([
    ['executorSeconds', 900],
    ['verifySeconds', 300],
    ['architectSeconds', 600],
  ] as const)('%s may be %i at most', (field, max) => {
    const told = (seconds: number) => judged(badTimeout, opening([{ timeouts: { [field]: seconds } }]));
    expect(told(max - 1).violations).toEqual([]);
    expect(told(max).violations).toEqual([]);
    expectBreach(told(max + 1), 'BAD_TIMEOUT', 'T-1', field, max, 'long-running');
  });

  test('every limit that is too long is told, of every ticket', () => {
    const timeouts = { executorSeconds: 901, architectSeconds: 601 };
    const { violations } = judged(badTimeout, opening([{ timeouts }, {}, { timeouts }]));
    expect(violations.map(({ subject }) => subject)).toEqual(['T-1', 'T-1', 'T-3', 'T-3']);
  });

  test('none given exceeds nothing', () => {
    expect(exceeds(undefined, 0)).toBe(false);
  });
});
