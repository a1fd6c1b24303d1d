import { expectBreach } from '../../../src/testing/breaches.js';
import { checking, validateFigures } from '../../../src/testing/closure-samples.js';
import { judged, reaching, reportFigures } from '../../../src/testing/ticket-samples.js';
import { policyChanged } from './policy-changed.rule.js';

describe('POLICY_CHANGED', () => {
  test.each(['success', 'failure', 'blocked'] as const)('a %s is taken only under the policy in force', (status) => {
    const told = (isPolicyChanged: boolean) =>
      judged(policyChanged, reaching(reportFigures({ status, isPolicyChanged })));
    expect(told(false).violations).toEqual([]);
    expectBreach(told(true), 'POLICY_CHANGED', 'T-1', 'proctor.config.json', 'proctor approve --config');
  });

  test('and so is a validation', () => {
    const told = (isPolicyChanged: boolean) => judged(policyChanged, checking(validateFigures({ isPolicyChanged })));
    expect(told(false).violations).toEqual([]);
    expectBreach(told(true), 'POLICY_CHANGED', 'T-1');
  });
});
