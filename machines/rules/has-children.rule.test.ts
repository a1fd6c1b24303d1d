import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';

const suffixes = ['A', 'B', 'C'];

/** R3.A, open, with so many children of it proposed or committed. */
function parentOf(children: number, how: 'proposed' | 'committed', state: 'DRILL' | 'VERIFY') {
  const tree = claimed();
  accepted(tree.reclassify('R3.A', 'DRILL'));
  if (state === 'VERIFY') accepted(tree.reclassify('R3.A', 'VERIFY'));
  for (const suffix of suffixes.slice(0, children)) accepted(tree.propose(`R4.${suffix}`, 'R3.A'));
  if (how === 'committed')
    for (const suffix of suffixes.slice(0, children)) accepted(tree.commit({ [`R4.${suffix}`]: 'DRILL' }));
  return tree;
}

describe('HAS_CHILDREN', () => {
  describe.each(['DRILL', 'VERIFY'] as const)('a %s node', (state) => {
    test.each([
      { children: 0, how: 'proposed', ok: true },
      { children: 1, how: 'proposed', ok: false },
      { children: 2, how: 'proposed', ok: false },
      { children: 1, how: 'committed', ok: false },
      { children: 3, how: 'committed', ok: false },
    ] as const)('with $children $how children becomes DEAD or SPEC: $ok', ({ children, how, ok }) => {
      for (const to of ['DEAD', 'SPEC']) {
        const reply = parentOf(children, how, state).reclassify('R3.A', to);
        expect(reply.codes).toEqual(ok ? [] : ['HAS_CHILDREN']);
        if (!ok) expectBreach(reply, 'HAS_CHILDREN', 'R3.A', children, to);
      }
    });
  });

  test('a withdrawn proposal leaves the node childless again', () => {
    const tree = parentOf(1, 'proposed', 'DRILL');
    accepted(tree.withdraw('R4.A'));
    expect(tree.reclassify('R3.A', 'DEAD').ok).toBe(true);
  });

  test.each(['VALID', 'DEAD', 'SPEC'])('classic, too, keeps a parent from becoming %s', (to) => {
    const tree = investigation('classic').plant('R1.A', null, 'DRILL');
    accepted(tree.propose('R2.A', 'R1.A'));
    expect(tree.reclassify('R1.A', to).codes).toEqual(['HAS_CHILDREN']);
    accepted(tree.withdraw('R2.A'));
    expect(tree.reclassify('R1.A', to).ok).toBe(true);
  });

  test('an edge to an open state does not mind children', () => {
    expect(parentOf(3, 'committed', 'DRILL').reclassify('R3.A', 'VERIFY').ok).toBe(true);
    expect(parentOf(3, 'committed', 'VERIFY').reclassify('R3.A', 'VALID_PENDING').ok).toBe(true);
  });
});
