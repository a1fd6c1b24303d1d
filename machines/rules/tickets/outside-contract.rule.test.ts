import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching, reportFigures } from '../../../src/testing/ticket-samples.js';
import { outsideContract } from './outside-contract.rule.js';

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
});
