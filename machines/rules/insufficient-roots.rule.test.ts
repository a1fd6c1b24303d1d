import { endable, expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { rootsBeforeEnd } from './insufficient-roots.rule.js';
import { judge } from './rule.js';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `R1.N${index}`);

/** So many roots, the first one committed, the others only proposed. */
function withRoots(count: number, minRoots: number) {
  const tree = investigation('multi-gate', { minRoots });
  const [first = '', ...others] = ids(count);
  tree.plant(first, null, 'DRILL');
  while (tree.tree.size < count)
    accepted(tree.propose(others.slice(tree.tree.size - 1, tree.tree.size + 4).join(' '), null));
  return tree;
}

describe('INSUFFICIENT_ROOTS before round 2', () => {
  test.each([
    { roots: 4, minRoots: 5, ok: false, missing: 1 },
    { roots: 5, minRoots: 5, ok: true },
    { roots: 6, minRoots: 5, ok: true },
    { roots: 1, minRoots: 1, ok: true },
    { roots: 18, minRoots: 20, ok: false, missing: 2 },
    { roots: 20, minRoots: 20, ok: true },
  ])('$roots roots, proposed or committed, where $minRoots are needed: $ok', ({ roots, minRoots, ok, missing }) => {
    const reply = withRoots(roots, minRoots).propose('R2.A', 'R1.N0');
    expect(reply.codes).toEqual(ok ? [] : ['INSUFFICIENT_ROOTS']);
    if (missing) expectBreach(reply, 'INSUFFICIENT_ROOTS', 'BATCH', minRoots, roots, missing);
  });

  test('roots of the same batch count', () => {
    const reply = withRoots(4, 5).proposeAll([
      ['R2.A', 'R1.N0'],
      ['R1.Z', null],
    ]);
    expect(reply.ok).toBe(true);
  });

  test('roots withdrawn in the same call do not', () => {
    const reply = withRoots(5, 5).proposeAll([['R2.A', 'R1.N0']], ['R1.N4']);
    expect(reply.codes).toEqual(['INSUFFICIENT_ROOTS']);
    expectBreach(reply, 'INSUFFICIENT_ROOTS', 'BATCH', 5, 4, 1);
  });

  test('more roots may be proposed while they are too few', () => {
    expect(withRoots(2, 5).propose('R1.Y R1.Z', null).ok).toBe(true);
  });
});

describe('INSUFFICIENT_ROOTS before the end', () => {
  test.each([
    { roots: 4, rootsMin: 5, ok: false },
    { roots: 5, rootsMin: 5, ok: true },
    { roots: 6, rootsMin: 5, ok: true },
    { roots: 0, rootsMin: 1, ok: false },
    { roots: 1, rootsMin: 1, ok: true },
  ])('$roots committed roots of $rootsMin: $ok', ({ roots, rootsMin, ok }) => {
    const violations = judge([rootsBeforeEnd], { figures: endable({ roots, rootsMin }) }, protocolNamed('multi-gate'));
    expect(violations).toHaveLength(ok ? 0 : 1);
    if (!ok) expectBreach({ violations }, 'INSUFFICIENT_ROOTS', 'SESSION', roots, rootsMin, rootsMin - roots);
  });

  test('roots that are only proposed do not count', () => {
    expectBreach(withRoots(5, 5).end(), 'INSUFFICIENT_ROOTS', 'SESSION', 1, 5, 4);
  });
});
