import { expectBreach } from '../../src/testing/breaches.js';
import { investigation } from '../../src/testing/investigation.js';

describe('MISSING_REASON', () => {
  test.each([
    { reason: undefined, ok: false },
    { reason: '', ok: false },
    { reason: ' \n ', ok: false },
    { reason: 'x', ok: true },
    { reason: 'The lock is taken elsewhere.', ok: true },
  ])('multi-gate with reason $reason: $ok', ({ reason, ok }) => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    const reply = tree.reclassify('R1.A', 'VERIFY', { reason });
    expect(reply.codes).toEqual(ok ? [] : ['MISSING_REASON']);
    if (!ok) expectBreach(reply, 'MISSING_REASON', 'R1.A', 'reason');
  });

  test('classic asks for none', () => {
    const tree = investigation('classic').plant('R1.A', null, 'DRILL');
    expect(tree.reclassify('R1.A', 'VERIFY', { reason: undefined }).ok).toBe(true);
  });

  test('it is told beside what else is wrong', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'VERIFY');
    const reply = tree.reclassify('R1.A', 'VALID_PENDING', { reason: '', evidence: '' });
    expect(reply.codes).toEqual(['STATE_LOCKED', 'MISSING_EVIDENCE', 'MISSING_REASON']);
  });
});
