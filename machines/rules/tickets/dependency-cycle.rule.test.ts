import { expectBreach } from '../../../src/testing/breaches.js';
import { boardOf, judged, opening } from '../../../src/testing/ticket-samples.js';
import { dependencyCycle } from './dependency-cycle.rule.js';

/** A batch written as who waits for whom. */
const told = (waits: Readonly<Record<string, string[]>>) =>
  judged(dependencyCycle, opening(Object.entries(waits).map(([id, dependsOn]) => ({ id, dependsOn }))));

describe('DEPENDENCY_CYCLE', () => {
  test.each<[string, Record<string, string[]>, string[]]>([
    ['none', { a: [], b: [] }, []],
    ['a chain', { a: [], b: ['a'], c: ['b'] }, []],
    ['a diamond', { a: [], b: ['a'], c: ['a'], d: ['b', 'c'] }, []],
    ['a ticket that waits for itself', { a: ['a'] }, ['a']],
    ['two that wait for each other', { a: ['b'], b: ['a'] }, ['a', 'b']],
    ['three in a circle, and one that waits for them', { a: ['b'], b: ['c'], c: ['a'], d: ['a'] }, ['a', 'b', 'c']],
    ['a second way round', { a: ['x', 'b'], b: ['x', 'a'], x: [] }, ['a', 'b']],
    ['one that is not in the batch', { a: ['T-9'] }, []],
  ])('%s', (_what, waits, circle) => {
    expect(told(waits).violations.map(({ subject }) => subject)).toEqual(circle);
  });

  test('a ticket without dependencies is in no circle', () => {
    expect(judged(dependencyCycle, opening([{}], { board: boardOf({}) })).violations).toEqual([]);
  });

  test('says by way of whom', () => {
    expectBreach(told({ a: ['b'], b: ['a'] }), 'DEPENDENCY_CYCLE', 'a', 'by way of b');
  });
});
