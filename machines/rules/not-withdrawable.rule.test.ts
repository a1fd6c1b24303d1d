import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';

describe('NOT_WITHDRAWABLE, node by node', () => {
  test('a proposal can be taken back', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A R1.B', null));
    expect(tree.withdraw('R1.A').ok).toBe(true);
    expect(tree.tree.get('R1.A')).toBeUndefined();
  });

  test('an id nobody proposed cannot', () => {
    expectBreach(investigation('multi-gate').withdraw('R1.A'), 'NOT_WITHDRAWABLE', 'R1.A', 'no proposal R1.A');
  });

  test.each(['DRILL', 'VERIFY', 'DEAD'])('a node committed %s cannot', (state) => {
    const tree = investigation('multi-gate').plant('R1.A', null, state);
    expectBreach(tree.withdraw('R1.A'), 'NOT_WITHDRAWABLE', 'R1.A', state);
  });

  test('one that cannot be taken back keeps all others, and the new nodes out', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    expect(tree.proposeAll([['R1.C', null]], ['R1.A', 'R1.B']).codes).toEqual(['NOT_WITHDRAWABLE']);
    expect(tree.tree.get('R1.A')).toBeDefined();
    expect(tree.tree.get('R1.C')).toBeUndefined();
  });
});

// Without this rule a claimant could drop the one confirmer about to say DEAD, and be confirmed by the rest.
describe('NOT_WITHDRAWABLE and claims', () => {
  function withConfirmer() {
    const tree = claimed();
    accepted(tree.propose('R4.A R4.B', 'R3.A'));
    return tree;
  }

  test('a confirmer of a standing claim cannot be taken back', () => {
    const tree = withConfirmer();
    accepted(tree.commit({ 'R4.A': 'VALID' }));
    const reply = tree.withdraw('R4.B');
    expectBreach(reply, 'NOT_WITHDRAWABLE', 'R4.B', 'standing claim of R3.A', 'tot_reclassify R3.A to DRILL');
    expect(tree.states('R3.A')).toEqual(['VALID_PENDING']);
  });

  test('one of a withdrawn claim can', () => {
    const tree = withConfirmer();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(tree.withdraw('R4.A', 'R4.B').ok).toBe(true);
  });

  test('so can one of a refuted claim', () => {
    const tree = withConfirmer();
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    expect(tree.withdraw('R4.B').ok).toBe(true);
  });

  test('the confirmer of a fallen claim stays free while the next claim stands', () => {
    const tree = withConfirmer();
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    accepted(tree.reclassify('R3.A', 'VERIFY'));
    accepted(tree.reclassify('R3.A', 'VALID_PENDING'));
    expect(tree.withdraw('R4.B').ok).toBe(true);
  });

  test('an earlier child of the claimant can be taken back', () => {
    const tree = claimed();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.propose('R4.A', 'R3.A'));
    accepted(tree.reclassify('R3.A', 'VERIFY'));
    accepted(tree.reclassify('R3.A', 'VALID_PENDING'));
    expect(tree.withdraw('R4.A').ok).toBe(true);
  });
});

// Without this rule five siblings are proposed, one is declared dead, and the other four vanish.
describe('NOT_WITHDRAWABLE and the ratio', () => {
  const suffixes = ['A', 'B', 'C', 'D', 'E'];

  /** So many nodes in the round, the first `dead` of them DEAD, the others proposed. */
  function roundOf(nodes: number, dead: number, round: 1 | 2 | 3) {
    const tree = investigation('multi-gate');
    if (round > 1) tree.plant('R1.P', null, 'DRILL');
    if (round > 2) tree.plant('R2.P', 'R1.P', 'DRILL');
    const ids = suffixes.slice(0, nodes).map((suffix) => `R${round}.${suffix}`);
    accepted(tree.propose(ids.join(' '), round === 1 ? null : `R${round - 1}.P`));
    accepted(tree.commit(Object.fromEntries(ids.slice(0, dead).map((id) => [id, 'DEAD']))));
    return { tree, free: ids.slice(dead).reverse() };
  }

  test.each([
    { round: 1, nodes: 5, dead: 2, withdrawn: 1, ok: true },
    { round: 1, nodes: 5, dead: 2, withdrawn: 2, ok: false },
    { round: 2, nodes: 5, dead: 1, withdrawn: 1, ok: true },
    { round: 2, nodes: 5, dead: 1, withdrawn: 2, ok: true },
    { round: 2, nodes: 5, dead: 1, withdrawn: 3, ok: false },
    { round: 2, nodes: 3, dead: 1, withdrawn: 1, ok: false },
    { round: 2, nodes: 2, dead: 1, withdrawn: 1, ok: true },
    { round: 3, nodes: 4, dead: 1, withdrawn: 2, ok: true },
    { round: 3, nodes: 4, dead: 1, withdrawn: 3, ok: false },
    { round: 3, nodes: 3, dead: 1, withdrawn: 1, ok: true },
    { round: 3, nodes: 3, dead: 1, withdrawn: 2, ok: false },
    { round: 3, nodes: 2, dead: 2, withdrawn: 0, ok: true },
  ] as const)(
    'round $round, $nodes nodes, $dead dead, $withdrawn withdrawn: $ok',
    ({ round, nodes, dead, withdrawn, ok }) => {
      const { tree, free } = roundOf(nodes, dead, round);
      const reply = tree.withdraw(...free.slice(0, withdrawn));
      expect(reply.codes).toEqual(ok ? [] : ['NOT_WITHDRAWABLE']);
      const [breach] = reply.violations;
      if (!ok) expectBreach(reply, 'NOT_WITHDRAWABLE', breach?.subject ?? '', dead, nodes, withdrawn, 'ratio');
    },
  );

  test('a round with nothing concluded can be emptied', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A R1.B R1.C', null));
    expect(tree.withdraw('R1.A', 'R1.B', 'R1.C').ok).toBe(true);
  });

  test('withdrawals apply first: replacements in the same call come too late', () => {
    const { tree, free } = roundOf(3, 1, 2);
    expect(tree.proposeAll([['R2.Z', 'R1.P']], free.slice(0, 1)).codes).toEqual(['NOT_WITHDRAWABLE']);
    accepted(tree.propose('R2.Z', 'R1.P'));
    expect(tree.withdraw(...free.slice(0, 1)).ok).toBe(true);
  });

  test('classic has no ratio to break', () => {
    const tree = investigation('classic');
    accepted(tree.propose('R1.A R1.B R1.C', null));
    accepted(tree.commit({ 'R1.A': 'DEAD' }));
    expect(tree.withdraw('R1.B', 'R1.C').ok).toBe(true);
  });
});
