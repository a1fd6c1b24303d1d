import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

const roots = (count: number) => Array.from({ length: count }, (_, index) => `R1.N${index}`);

describe('BATCH_OVERFLOW of a proposal', () => {
  test.each([
    { nodes: 4, ok: true },
    { nodes: 5, ok: true },
    { nodes: 6, ok: false, calls: 2 },
    { nodes: 10, ok: false, calls: 2 },
    { nodes: 11, ok: false, calls: 3 },
  ])('$nodes nodes: $ok', ({ nodes, ok, calls }) => {
    const reply = investigation('multi-gate').propose(roots(nodes).join(' '), null);
    expect(reply.ok).toBe(ok);
    if (calls) expectBreach(reply, 'BATCH_OVERFLOW', 'BATCH', nodes, 5, calls);
  });

  test('withdrawn nodes do not count', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose(roots(5).join(' '), null));
    const replacements = roots(10)
      .slice(5)
      .map((id) => [id, null] as const);
    expect(tree.proposeAll(replacements, roots(5)).ok).toBe(true);
  });
});

describe('BATCH_OVERFLOW of a commit', () => {
  test.each([
    { nodes: 49, ok: true },
    { nodes: 50, ok: true },
    { nodes: 51, ok: false, calls: 2 },
  ])('$nodes nodes: $ok', ({ nodes, ok, calls }) => {
    const tree = investigation('classic');
    const ids = roots(nodes);
    while (tree.tree.size < nodes)
      accepted(tree.propose(ids.slice(tree.tree.size, tree.tree.size + 5).join(' '), null));
    const reply = tree.commit(Object.fromEntries(ids.map((id) => [id, 'DRILL'])));
    expect(reply.ok).toBe(ok);
    if (calls) expectBreach(reply, 'BATCH_OVERFLOW', 'BATCH', nodes, 50, calls);
  });
});
