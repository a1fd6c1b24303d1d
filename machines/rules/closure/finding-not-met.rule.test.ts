import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { checks } from '../../schema/ticket.js';
import { findingNotMet } from './finding-not-met.rule.js';

describe('FINDING_NOT_MET', () => {
  test.each(checks)('%s: a pass is borne out by every finding', (check) => {
    const told = (spoilt: object) => judged(findingNotMet, checking(checkFigures(check, spoilt)));
    const notMet = ['"R-1" is not met', '"R-2" has no evidence'];
    expect(told({}).violations).toEqual([]);
    expectBreach(told({ notMet }), 'FINDING_NOT_MET', 'T-1', notMet.join('; '), 'passed: false');
    expect(told({ notMet, passed: false }).violations).toEqual([]);
  });
});
