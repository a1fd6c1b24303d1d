import * as rules from './index.js';

const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code).join(' ');

describe('the rules of the closure gate, in the order of its table', () => {
  test('validate', () => {
    expect(codes(rules.validateRules)).toBe('PRINCIPAL_UNKNOWN SELF_VALIDATION POLICY_CHANGED OUTSIDE_CONTRACT');
  });

  test('report', () => {
    expect(codes([rules.leaseRule, ...rules.checkRules])).toBe(
      'LEASE_EXPIRED PRINCIPAL_UNKNOWN SELF_VALIDATION ALREADY_REPORTED CHECKS_NOT_SEPARATE FINDING_NOT_MET DIFF_MISMATCH INCOMPLETE_AUDIT OUTSIDE_CONTRACT CLEAN_RUN_PENDING EVIDENCE_TOO_WEAK',
    );
  });

  test('every rule says why it exists', () => {
    const every = [...rules.validateRules, ...rules.checkRules, rules.leaseRule, rules.acceptRule];
    for (const { why } of every) expect(why).toMatch(/^[A-Z].+\.$/);
  });
});
