import { endable, expectBreach } from '../../src/testing/breaches.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { qualityTooLow } from './quality-too-low.rule.js';
import { judge } from './rule.js';

describe('QUALITY_TOO_LOW', () => {
  test.each([
    { protocol: 'multi-gate', quality: 0, ok: false },
    { protocol: 'multi-gate', quality: 0.499999, ok: false },
    { protocol: 'multi-gate', quality: 0.5, ok: true },
    { protocol: 'multi-gate', quality: 0.500001, ok: true },
    { protocol: 'classic', quality: 0, ok: true },
    { protocol: 'classic', quality: 0.499999, ok: true },
  ])('$protocol with a score of $quality: $ok', ({ protocol, quality, ok }) => {
    const violations = judge([qualityTooLow], { figures: endable({ quality }) }, protocolNamed(protocol));
    expect(violations).toHaveLength(ok ? 0 : 1);
    if (!ok) expectBreach({ violations }, 'QUALITY_TOO_LOW', 'SESSION', 'quality', quality, 0.5);
  });

  test('an empty tree is told that it is empty, not that it is poor', () => {
    const figures = endable({ committed: 0, quality: 0 });
    expect(qualityTooLow.check({ figures }, protocolNamed('multi-gate'))).toEqual([]);
  });
});
