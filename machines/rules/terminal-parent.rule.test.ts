import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';

describe('TERMINAL_PARENT', () => {
  test.each([
    { state: 'DRILL', ok: true },
    { state: 'VERIFY', ok: true },
    { state: 'VALID_PENDING', ok: true },
    { state: 'DEAD', ok: false },
    { state: 'SPEC', ok: false },
  ])('a child below $state: $ok', ({ state, ok }) => {
    const tree = claimed().plant('R3.X', 'R2.A', state);
    const reply = tree.propose('R4.A', 'R3.X');
    expect(reply.codes).toEqual(ok ? [] : ['TERMINAL_PARENT']);
    if (!ok) expectBreach(reply, 'TERMINAL_PARENT', 'R4.A', 'R3.X', state, 'tot_reclassify');
  });

  test('a child below a confirmed claim is refused until that is reopened', () => {
    const tree = claimed().plant('R4.A', 'R3.A', 'VALID');
    expectBreach(tree.propose('R4.B', 'R3.A'), 'TERMINAL_PARENT', 'R4.B', 'VALID');
    accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(tree.propose('R4.B', 'R3.A').ok).toBe(true);
  });

  test.each(['VALID', 'DEAD', 'SPEC'])('classic: a child below %s', (state) => {
    const tree = investigation('classic').plant('R1.A', null, state);
    expectBreach(tree.propose('R2.A', 'R1.A'), 'TERMINAL_PARENT', 'R2.A', state);
  });
});
