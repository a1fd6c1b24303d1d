import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking, validateFigures } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { selfValidation } from './self-validation.rule.js';

describe('SELF_VALIDATION', () => {
  test('whoever built it neither validates nor reports, pass or fail', () => {
    for (const figures of [
      validateFigures,
      (spoilt: object) => checkFigures('validator', { passed: false, ...spoilt }),
    ]) {
      expect(judged(selfValidation, checking(figures({ isBuilder: false }))).violations).toEqual([]);
      const told = judged(selfValidation, checking(figures({ isBuilder: true, by: 'agent e1' })));
      expectBreach(told, 'SELF_VALIDATION', 'T-1', 'agent e1', 'took no part');
    }
  });
});
