import { expectBreach } from '../../src/testing/breaches.js';
import { investigation } from '../../src/testing/investigation.js';

function chainTo(depth: number) {
  const tree = investigation('multi-gate').plant('R1.A', null, 'VERIFY');
  for (let round = 2; round <= depth; round += 1) tree.plant(`R${round}.A`, `R${round - 1}.A`, 'VERIFY');
  return tree;
}

describe('DEPTH_LIMIT', () => {
  test.each([
    { below: 30, ok: true },
    { below: 31, ok: true },
    { below: 32, ok: false },
  ])('a child of a node at depth $below: $ok', ({ below, ok }) => {
    const reply = chainTo(below).propose(`R${below + 1}.B`, `R${below}.A`);
    expect(reply.ok).toBe(ok);
    if (!ok) expect(reply.codes).toEqual(['DEPTH_LIMIT']);
    if (!ok) expectBreach(reply, 'DEPTH_LIMIT', 'R33.B', 'R32.A', 32);
  });
});
