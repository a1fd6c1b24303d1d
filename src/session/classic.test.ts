import { accepted, investigation } from '../testing/investigation.js';

describe('a classic investigation', () => {
  test('from five roots to a solution', () => {
    const tree = investigation('classic', { minRoots: 5 });
    tree.plant('R1.A R1.B R1.C R1.D R1.E', null, 'DRILL DEAD SPEC VERIFY DEAD');
    expect(tree.end().codes).toEqual([
      'ROUNDS_TOO_FEW',
      'DEPTH_TOO_SHALLOW',
      'INSUFFICIENT_CHILDREN',
      'NODES_UNSETTLED',
    ]);
    tree.plant('R2.A R2.B', 'R1.A', 'VERIFY DEAD').plant('R2.C', 'R1.D', 'SPEC').plant('R3.A', 'R2.A', 'VALID');
    accepted(tree.end());
    expect(tree.state.ended).toMatchObject({ outcome: 'solved' });
    expect([...tree.totals.solutions]).toEqual(['R3.A']);
    expect([...tree.totals.theories].sort()).toEqual(['R1.C', 'R2.C']);
  });

  test('any VALID is a solution, needing neither evidence nor a confirmer', () => {
    const tree = investigation('classic').plant('R1.A R1.B', null, 'VALID');
    expect([...tree.totals.solutions].sort()).toEqual(['R1.A', 'R1.B']);
    expect(tree.node('R1.A').claims).toEqual([]);
  });

  test('a whole round may be concluded at once, in round 1 too', () => {
    const tree = investigation('classic').plant('R1.A R1.B R1.C R1.D', null, 'DEAD');
    expect(tree.totals.round(1)).toMatchObject({ counted: 4, concluded: 4, dead: 4 });
  });

  test('without a VALID it ends with no solution', () => {
    const tree = investigation('classic')
      .plant('R1.A', null, 'VERIFY')
      .plant('R2.A', 'R1.A', 'VERIFY')
      .plant('R3.A', 'R2.A', 'DEAD');
    accepted(tree.end());
    expect(tree.state.ended).toMatchObject({ outcome: 'no_solution' });
  });

  test('a solution that is reopened is none', () => {
    const tree = investigation('classic').plant('R1.A', null, 'VALID');
    accepted(tree.reclassify('R1.A', 'VERIFY'));
    expect(tree.totals.solutions.size).toBe(0);
    accepted(tree.reclassify('R1.A', 'VALID'));
    expect([...tree.totals.solutions]).toEqual(['R1.A']);
  });

  test('children of a VERIFY node confirm nothing: there are no claims', () => {
    const tree = investigation('classic').plant('R1.A', null, 'VERIFY').plant('R2.A', 'R1.A', 'VALID');
    expect(tree.states('R1.A')).toEqual(['VERIFY']);
    expect(tree.node('R2.A').confirms).toBeNull();
  });

  test('a tree that died early is told how to recover', () => {
    const tree = investigation('classic').plant('R1.A', null, 'DEAD');
    expect(tree.end().codes).toEqual(['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'RECOVERY_REQUIRED']);
    tree.plant('R1.B', null, 'VERIFY').plant('R2.B', 'R1.B', 'VERIFY').plant('R3.B', 'R2.B', 'DEAD');
    expect(tree.end().ok).toBe(true);
  });

  test('three rounds are enough, two are not', () => {
    const tree = investigation('classic').plant('R1.A', null, 'VERIFY').plant('R2.A', 'R1.A', 'VALID');
    expect(tree.end().codes).toEqual(['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'RECOVERY_REQUIRED']);
    accepted(tree.reclassify('R2.A', 'VERIFY'));
    tree.plant('R3.A', 'R2.A', 'VALID');
    expect(tree.end().ok).toBe(true);
  });
});
