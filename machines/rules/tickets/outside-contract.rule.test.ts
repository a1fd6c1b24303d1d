import { expectBreach } from '../../../src/testing/breaches.js';
import { checkFigures, closureOf, markOf, validateFigures } from '../../../src/testing/closure-samples.js';
import { judged, reaching, reportFigures, reviewFigures } from '../../../src/testing/ticket-samples.js';
import { outsideAtClose, outsideAtReview, outsideAtValidation, outsideContract } from './outside-contract.rule.js';

const told = (figures: Parameters<typeof reportFigures>[0]) =>
  judged(outsideContract, reaching(reportFigures(figures)));
const strayed = { outside: ['README.md'], outsideCount: 1 };

describe('OUTSIDE_CONTRACT', () => {
  test('a success that kept to its files', () => {
    expect(told({ outsideCount: 0 }).violations).toEqual([]);
  });

  test('a success that changed another file is told which', () => {
    expectBreach(told(strayed), 'OUTSIDE_CONTRACT', 'T-1', 'README.md', '(1)');
  });

  test.each(['failure', 'blocked'] as const)('a %s may leave what it likes', (status) => {
    expect(told({ status, ...strayed }).violations).toEqual([]);
  });

  test('a long list says how many more there are', () => {
    const outside = Array.from({ length: 20 }, (_, at) => `src/some/long/path/file-${at}.ts`);
    const [violation] = told({ outside, outsideCount: 321 }).violations;
    const { message = '' } = violation ?? {};
    const shown = outside.filter((path) => message.includes(`${path},`) || message.includes(`${path} and`)).length;
    expect(message).toMatch(new RegExp(`^Changed outside the contract \\(321\\): .* and ${321 - shown} more\\.$`));
    expect(shown).toBeGreaterThan(2);
    expect(message.length).toBeLessThanOrEqual(240);
  });

  test('an approval looks again, a rejection need not', () => {
    const review = (more: object) => judged(outsideAtReview, reaching(reviewFigures({ ...strayed, ...more })));
    expectBreach(review({}), 'OUTSIDE_CONTRACT', 'T-1', 'README.md');
    expect(review({ verdict: 'REJECTED' }).violations).toEqual([]);
    expect(review({ outside: [], outsideCount: 0 }).violations).toEqual([]);
  });

  test('so do a validation, and the report that would close', () => {
    const closure = closureOf();
    const validate = (more: object) =>
      judged(outsideAtValidation, { ticketId: 'T-1', closure, event: validateFigures(more) });
    expectBreach(validate(strayed), 'OUTSIDE_CONTRACT', 'T-1', 'README.md');
    expect(validate({}).violations).toEqual([]);
    const marks = { investigator: markOf(true), prd_auditor: markOf(true) };
    const report = (passed: boolean, known: Partial<typeof marks>) =>
      judged(outsideAtClose, {
        ...{ ticketId: 'T-1', closure: closureOf({ marks: known }) },
        event: checkFigures('validator', { ...strayed, passed }),
      });
    expectBreach(report(true, marks), 'OUTSIDE_CONTRACT', 'T-1', 'README.md');
    expect(report(false, marks).violations).toEqual([]);
    expect(report(true, { investigator: markOf(true) }).violations).toEqual([]);
  });
});
