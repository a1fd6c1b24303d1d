import { expectBreach } from '../../../src/testing/breaches.js';
import { beginFigures, judged, reaching } from '../../../src/testing/ticket-samples.js';
import { dependencyOpen } from './dependency-open.rule.js';

const told = (...open: string[]) => judged(dependencyOpen, reaching(beginFigures({ open })));

describe('DEPENDENCY_OPEN', () => {
  test('nothing open, nothing to wait for', () => {
    expect(told().violations).toEqual([]);
  });

  test('names what is open, and how a person can drop it', () => {
    expectBreach(told('T-7', 'T-8'), 'DEPENDENCY_OPEN', 'T-1', 'T-7, T-8', 'proctor decide T-1 drop T-7');
  });

  test('does not name more than five', () => {
    const [breach] = told('A', 'B', 'C', 'D', 'E', 'F').violations;
    expect(breach?.message).toContain('A, B, C, D, E, not');
  });
});
