import { endable, expectBreach } from '../../src/testing/breaches.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { judge } from './rule.js';
import { tooNarrow } from './too-narrow.rule.js';

describe('TOO_NARROW', () => {
  test.each([
    { solutions: 0, narrow: 0, broad: 0, ok: false },
    { solutions: 0, narrow: 0, broad: 1, ok: true },
    { solutions: 1, narrow: 0, broad: 1, ok: true },
    { solutions: 1, narrow: 1, broad: 0, ok: false },
    { solutions: 1, narrow: 1, broad: 1, ok: false },
    { solutions: 2, narrow: 1, broad: 3, ok: false },
    { solutions: 2, narrow: 0, broad: 1, ok: true },
  ])('$solutions solutions, $narrow of them narrow, $broad broad nodes: $ok', ({ ok, ...spoilt }) => {
    const violations = judge([tooNarrow], { figures: endable(spoilt) }, protocolNamed('multi-gate'));
    expect(violations).toHaveLength(ok ? 0 : 1);
    const says = spoilt.solutions === 0 ? ['no solution'] : [spoilt.narrow, spoilt.solutions];
    if (!ok) expectBreach({ violations }, 'TOO_NARROW', 'SESSION', 'DRILL', 3, ...says);
  });

  test('classic does not ask for it', () => {
    const figures = endable({ narrow: 1, broad: 0 });
    expect(tooNarrow.check({ figures }, protocolNamed('classic'))).toEqual([]);
  });

  test('an empty tree is told that it is empty, not that it is narrow', () => {
    const figures = endable({ committed: 0, solutions: 0, broad: 0 });
    expect(tooNarrow.check({ figures }, protocolNamed('multi-gate'))).toEqual([]);
  });
});
