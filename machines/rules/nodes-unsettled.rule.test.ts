import { endable, expectBreach, sampleOf } from '../../src/testing/breaches.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { nodesUnsettled } from './nodes-unsettled.rule.js';
import { judge } from './rule.js';

const six = ['R1.A', 'R1.B', 'R2.A', 'R2.B', 'R3.A', 'R3.B'];

describe('NODES_UNSETTLED', () => {
  test.each([
    { count: 0, says: undefined },
    { count: 1, says: 'R1.A' },
    { count: 5, says: 'R3.A' },
    { count: 6, says: 'and 1 more' },
  ])('$count unsettled nodes: says $says', ({ count, says }) => {
    const figures = endable({ unsettled: sampleOf(...six.slice(0, count)) });
    const violations = judge([nodesUnsettled], { figures }, protocolNamed('multi-gate'));
    if (says === undefined) expect(violations).toEqual([]);
    else expectBreach({ violations }, 'NODES_UNSETTLED', 'SESSION', count, says);
  });
});
