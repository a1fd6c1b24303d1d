import { endable, expectBreach, sampleOf } from '../../src/testing/breaches.js';
import { accepted } from '../../src/testing/investigation.js';
import { solved } from '../../src/testing/sample-trees.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { pendingProposals } from './pending-proposals.rule.js';
import { judge } from './rule.js';

const six = ['R1.A', 'R1.B', 'R1.C', 'R1.D', 'R1.E', 'R1.F'];

describe('PENDING_PROPOSALS', () => {
  test.each([
    { count: 0, says: undefined },
    { count: 1, says: 'R1.A' },
    { count: 5, says: 'R1.E' },
    { count: 6, says: 'and 1 more' },
  ])('$count proposals: says $says', ({ count, says }) => {
    const figures = endable({ proposals: sampleOf(...six.slice(0, count)) });
    const violations = judge([pendingProposals], { figures }, protocolNamed('multi-gate'));
    if (says === undefined) expect(violations).toEqual([]);
    else expectBreach({ violations }, 'PENDING_PROPOSALS', 'SESSION', count, says, 'withdraw');
  });

  test('a proposal taken back no longer stands in the way', () => {
    const tree = solved();
    accepted(tree.propose('R1.B', null));
    expect(tree.end().codes).toEqual(['PENDING_PROPOSALS']);
    accepted(tree.withdraw('R1.B'));
    expect(tree.end().ok).toBe(true);
  });
});
