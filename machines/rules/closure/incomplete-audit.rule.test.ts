import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { incompleteAudit } from './incomplete-audit.rule.js';

const told = (...args: Parameters<typeof checkFigures>) => judged(incompleteAudit, checking(checkFigures(...args)));

describe('INCOMPLETE_AUDIT', () => {
  const unaudited = ['R-1', 'R-7'];

  test('an auditor’s pass has a finding for every requirement', () => {
    expect(told('prd_auditor').violations).toEqual([]);
    expectBreach(told('prd_auditor', { unaudited }), 'INCOMPLETE_AUDIT', 'T-1', 'R-1; R-7', 'each requirement');
    expect(told('prd_auditor', { unaudited, passed: false }).violations).toEqual([]);
  });

  test('the other checks are about something else', () => {
    for (const check of ['investigator', 'validator'] as const)
      expect(told(check, { unaudited }).violations).toEqual([]);
  });
});
