import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

const result = (nodeId: string, state = 'DRILL') => ({ nodeId, state, findings: 'Something.' });

describe('DUPLICATE_IN_BATCH', () => {
  test.each([
    { ids: 'R1.A R1.B', doubled: [] },
    { ids: 'R1.A R1.a', doubled: [] },
    { ids: 'R1.A R1.A', doubled: ['R1.A'] },
    { ids: 'R1.A R1.A R1.A', doubled: ['R1.A'] },
    { ids: 'R1.A R1.B R1.A R1.B', doubled: ['R1.A', 'R1.B'] },
  ])('proposing $ids names $doubled', ({ ids, doubled }) => {
    const reply = investigation('multi-gate').propose(ids, null);
    expect(reply.ok).toBe(doubled.length === 0);
    for (const id of doubled) expectBreach(reply, 'DUPLICATE_IN_BATCH', id, id);
  });

  test('a node withdrawn twice in one call is refused', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A R1.B', null));
    expectBreach(tree.withdraw('R1.A', 'R1.A'), 'DUPLICATE_IN_BATCH', 'R1.A');
    expect(tree.withdraw('R1.A', 'R1.B').ok).toBe(true);
  });

  test('two results for one node are refused even where they agree', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    expectBreach(tree.commitAll([result('R1.A'), result('R1.A')]), 'DUPLICATE_IN_BATCH', 'R1.A');
    expectBreach(tree.commitAll([result('R1.A'), result('R1.A', 'VERIFY')]), 'DUPLICATE_IN_BATCH', 'R1.A');
  });
});
