import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, type Investigation } from '../../src/testing/investigation.js';
import { halfSolved, solved } from '../../src/testing/sample-trees.js';

const reason = 'The machine that showed the fault is gone and nobody can reproduce it.';

describe('SESSION_ENDED', () => {
  test.each<[string, (tree: Investigation) => unknown]>([
    ['solved', (tree) => accepted(tree.end())],
    ['inconclusive', (tree) => accepted(tree.giveUp(reason))],
  ])('after an end as %s nothing is taken any more', (_outcome, end) => {
    const tree = solved();
    end(tree);
    const replies = [
      tree.propose('R1.B', null),
      tree.commit({ 'R1.B': 'DRILL' }),
      tree.reclassify('R1.A', 'VERIFY'),
      tree.end(),
      tree.giveUp(reason),
    ];
    for (const reply of replies) {
      expect(reply.codes).toEqual(['SESSION_ENDED']);
      expectBreach(reply, 'SESSION_ENDED', 'SESSION', 'read-only', 'tot_status');
    }
  });

  test('a refused end leaves the investigation open', () => {
    const tree = halfSolved();
    expect(tree.end().ok).toBe(false);
    expect(tree.propose('R4.A', 'R3.A').ok).toBe(true);
  });
});
