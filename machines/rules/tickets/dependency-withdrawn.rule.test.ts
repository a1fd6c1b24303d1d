import { expectBreach } from '../../../src/testing/breaches.js';
import { beginFigures, judged, reaching } from '../../../src/testing/ticket-samples.js';
import { dependencyWithdrawn } from './dependency-withdrawn.rule.js';

const told = (...withdrawn: string[]) => judged(dependencyWithdrawn, reaching(beginFigures({ withdrawn })));

describe('DEPENDENCY_WITHDRAWN', () => {
  test('nothing withdrawn, nothing to drop', () => {
    expect(told().violations).toEqual([]);
  });

  test('names what was given up, and how a person can drop it', () => {
    expectBreach(told('T-7', 'T-8'), 'DEPENDENCY_WITHDRAWN', 'T-1', 'T-7, T-8', 'proctor decide T-1 drop T-7');
  });
});
