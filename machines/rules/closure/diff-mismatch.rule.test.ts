import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { checks } from '../../schema/ticket.js';
import { diffMismatch } from './diff-mismatch.rule.js';

const told = (...args: Parameters<typeof checkFigures>) => judged(diffMismatch, checking(checkFigures(...args)));

describe('DIFF_MISMATCH', () => {
  const undiffed = ['src/a.ts has no finding', 'src/b.ts was not changed'];

  test('an investigator’s pass fits the difference, and says what does not', () => {
    expect(told('investigator').violations).toEqual([]);
    expectBreach(told('investigator', { undiffed }), 'DIFF_MISMATCH', 'T-1', ...undiffed, 'its path');
  });

  test.each(checks)('%s: a failure may say whatever it found', (check) => {
    expect(told(check, { undiffed, passed: false }).violations).toEqual([]);
  });

  test('the other checks are about something else', () => {
    for (const check of ['prd_auditor', 'validator'] as const) expect(told(check, { undiffed }).violations).toEqual([]);
  });

  test('names eight at most', () => {
    const many = Array.from({ length: 9 }, (_, index) => `src/${index}.ts has no finding`);
    const [breach] = told('investigator', { undiffed: many }).violations;
    expect(breach?.message).toContain('src/7.ts');
    expect(breach?.message).not.toContain('src/8.ts');
  });
});
