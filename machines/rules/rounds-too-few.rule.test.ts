import { endable, expectBreach } from '../../src/testing/breaches.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { roundsTooFew } from './rounds-too-few.rule.js';
import { judge } from './rule.js';

describe('ROUNDS_TOO_FEW', () => {
  test.each([
    { protocol: 'multi-gate', rounds: 3, needed: 4, ok: false },
    { protocol: 'multi-gate', rounds: 4, needed: 4, ok: true },
    { protocol: 'multi-gate', rounds: 5, needed: 4, ok: true },
    { protocol: 'classic', rounds: 2, needed: 3, ok: false },
    { protocol: 'classic', rounds: 3, needed: 3, ok: true },
    { protocol: 'classic', rounds: 4, needed: 3, ok: true },
  ])('$protocol in round $rounds: $ok', ({ protocol, rounds, needed, ok }) => {
    const violations = judge([roundsTooFew], { figures: endable({ rounds }) }, protocolNamed(protocol));
    expect(violations).toHaveLength(ok ? 0 : 1);
    if (!ok) expectBreach({ violations }, 'ROUNDS_TOO_FEW', 'SESSION', 'round', rounds, needed);
  });

  test('an empty tree is told that it is empty, not that it is early', () => {
    const figures = endable({ committed: 0, rounds: 0 });
    expect(roundsTooFew.check({ figures }, protocolNamed('multi-gate'))).toEqual([]);
  });
});
