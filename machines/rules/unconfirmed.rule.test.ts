import { endable, expectBreach, sampleOf } from '../../src/testing/breaches.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { judge } from './rule.js';
import { unconfirmed } from './unconfirmed.rule.js';

const six = ['R3.A', 'R3.B', 'R3.C', 'R3.D', 'R3.E', 'R3.F'];

describe('UNCONFIRMED', () => {
  test.each([
    { count: 0, says: undefined },
    { count: 1, says: 'R3.A' },
    { count: 5, says: 'R3.E' },
    { count: 6, says: 'and 1 more' },
  ])('$count standing claims: says $says', ({ count, says }) => {
    const figures = endable({ awaiting: sampleOf(...six.slice(0, count)) });
    const violations = judge([unconfirmed], { figures }, protocolNamed('multi-gate'));
    if (says === undefined) expect(violations).toEqual([]);
    else expectBreach({ violations }, 'UNCONFIRMED', 'SESSION', count, says, 'withdraw the claim');
  });
});
