import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, checking, markOf } from '../../../src/testing/closure-samples.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { checks } from '../../schema/ticket.js';
import { alreadyReported } from './already-reported.rule.js';

describe('ALREADY_REPORTED', () => {
  test.each(checks)('%s is reported once, passed or failed', (check) => {
    const told = (marks: object) => judged(alreadyReported, checking(checkFigures(check), { marks }));
    const others = Object.fromEntries(checks.filter((each) => each !== check).map((each) => [each, markOf(true)]));
    expect(told({}).violations).toEqual([]);
    expect(told(others).violations).toEqual([]);
    for (const passed of [true, false])
      expectBreach(
        told({ [check]: markOf(passed) }),
        'ALREADY_REPORTED',
        'T-1',
        `The ${check} has reported`,
        'are left',
      );
  });
});
