import { endable, expectBreach, sampleOf } from '../../src/testing/breaches.js';
import { investigation } from '../../src/testing/investigation.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { recoveryRequired } from './recovery-required.rule.js';
import { judge } from './rule.js';

describe('RECOVERY_REQUIRED', () => {
  test.each([
    { what: 'round 3, all settled, nothing proposed', spoilt: { rounds: 3 }, ok: false },
    { what: 'round 1, all settled, nothing proposed', spoilt: { rounds: 1 }, ok: false },
    { what: 'round 4', spoilt: { rounds: 4 }, ok: true },
    { what: 'round 3 with an open node', spoilt: { rounds: 3, unsettled: sampleOf('R3.A') }, ok: true },
    { what: 'round 3 with a proposal', spoilt: { rounds: 3, proposals: sampleOf('R3.A') }, ok: true },
    { what: 'an empty tree', spoilt: { rounds: 0, committed: 0 }, ok: true },
  ])('$what: $ok', ({ spoilt, ok }) => {
    const violations = judge([recoveryRequired], { figures: endable(spoilt) }, protocolNamed('multi-gate'));
    expect(violations).toHaveLength(ok ? 0 : 1);
    if (!ok) expectBreach({ violations }, 'RECOVERY_REQUIRED', 'SESSION', 'lateral root', 'tot_reclassify');
  });

  test('it comes with both blockers it explains', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DEAD');
    expect(tree.end().codes.slice(0, 3)).toEqual(['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'RECOVERY_REQUIRED']);
  });
});
