import { expectBreach } from '../../../src/testing/breaches.js';
import { boardOf, judged, opening } from '../../../src/testing/ticket-samples.js';
import { unknownDependency } from './unknown-dependency.rule.js';

describe('UNKNOWN_DEPENDENCY', () => {
  const board = boardOf({ id: 'old', is: { status: 'withdrawn' } });
  const told = (...dependsOn: string[]) =>
    judged(unknownDependency, opening([{ id: 'new' }, {}, { dependsOn }], { board }));

  test('tickets of the session and explicit ids of the batch are known', () => {
    expect(told('old', 'new').violations).toEqual([]);
  });

  test('an id that the batch was not given is not', () => {
    expectBreach(told('T-1', 'nobody'), 'UNKNOWN_DEPENDENCY', 'T-2', 'T-1, nobody', 'explicit id');
  });

  test('does not name more than five', () => {
    expectBreach(told('a', 'b', 'c', 'd', 'e', 'f'), 'UNKNOWN_DEPENDENCY', 'T-2', 'a, b, c, d, e and 1 more');
  });
});
