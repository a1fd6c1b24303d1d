import { endable, expectBreach } from '../../src/testing/breaches.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { depthTooShallow } from './depth-too-shallow.rule.js';
import { judge } from './rule.js';

describe('DEPTH_TOO_SHALLOW', () => {
  test.each([
    { protocol: 'multi-gate', rounds: 3, needed: 4, ok: false },
    { protocol: 'multi-gate', rounds: 4, needed: 4, ok: true },
    { protocol: 'multi-gate', rounds: 5, needed: 4, ok: true },
    { protocol: 'classic', rounds: 2, needed: 3, ok: false },
    { protocol: 'classic', rounds: 3, needed: 3, ok: true },
    { protocol: 'classic', rounds: 4, needed: 3, ok: true },
  ])('$protocol at depth $rounds: $ok', ({ protocol, rounds, needed, ok }) => {
    const violations = judge([depthTooShallow], { figures: endable({ rounds }) }, protocolNamed(protocol));
    expect(violations).toHaveLength(ok ? 0 : 1);
    if (!ok) expectBreach({ violations }, 'DEPTH_TOO_SHALLOW', 'SESSION', 'depth', rounds, needed);
  });

  test('an empty tree is told that it is empty, not that it is shallow', () => {
    const figures = endable({ committed: 0, rounds: 0 });
    expect(depthTooShallow.check({ figures }, protocolNamed('multi-gate'))).toEqual([]);
  });
});
