import { expectBreach } from '../../src/testing/breaches.js';
import { investigation } from '../../src/testing/investigation.js';

// Without this rule a root named R5.A passes for a deep investigation.
describe('ROUND_MISMATCH', () => {
  test.each([
    { id: 'R1.B', parent: null, round: 1, ok: true },
    { id: 'R2.B', parent: null, round: 1, ok: false },
    { id: 'R5.B', parent: null, round: 1, ok: false },
    { id: 'R1.B', parent: 'R1.A', round: 2, ok: false },
    { id: 'R2.B', parent: 'R1.A', round: 2, ok: true },
    { id: 'R3.B', parent: 'R1.A', round: 2, ok: false },
    { id: 'R2.C', parent: 'R2.A', round: 3, ok: false },
    { id: 'R3.C', parent: 'R2.A', round: 3, ok: true },
    { id: 'R4.C', parent: 'R2.A', round: 3, ok: false },
  ])('$id below $parent: $ok', ({ id, parent, round, ok }) => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL').plant('R2.A', 'R1.A', 'DRILL');
    const reply = tree.propose(id, parent);
    expect(reply.codes).toEqual(ok ? [] : ['ROUND_MISMATCH']);
    if (!ok) expectBreach(reply, 'ROUND_MISMATCH', id, round, Number(id.charAt(1)), `R${round}.<suffix>`);
  });

  test('the suffix says nothing about the parent', () => {
    const tree = investigation('multi-gate').plant('R1.A R1.B', null, 'DRILL');
    expect(tree.propose('R2.A1', 'R1.B').ok).toBe(true);
  });
});
