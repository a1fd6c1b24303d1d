import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking, markOf } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { checksNotSeparate } from './checks-not-separate.rule.js';

const marks = { investigator: markOf(true, 'agent s1') };
const told = (isSeparate: boolean, by: string | null, before: object = marks) =>
  judged(checksNotSeparate, checking(checkFigures('validator', { isSeparate, by }), { marks: before }));

// To a user its bug is one agent that signs three times where the project wanted three agents.
describe('CHECKS_NOT_SEPARATE', () => {
  test('where the project wants a principal for each', () => {
    expectBreach(told(true, 'agent s1'), 'CHECKS_NOT_SEPARATE', 'T-1', 'agent s1', 'another agent');
    expect(told(true, 'agent s2').violations).toEqual([]);
    expect(told(true, 'agent s1', {}).violations).toEqual([]);
  });

  test('a failed check counts as much as one that passed', () => {
    const failed = { prd_auditor: markOf(false, 'agent s1') };
    expectBreach(told(true, 'agent s1', failed), 'CHECKS_NOT_SEPARATE', 'T-1');
  });

  test('not where it does not, nor of nobody', () => {
    expect(told(false, 'agent s1').violations).toEqual([]);
    expect(told(true, null, { investigator: markOf(true, '') }).violations).toEqual([]);
  });
});
