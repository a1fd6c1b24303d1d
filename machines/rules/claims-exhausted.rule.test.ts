import { expectBreach } from '../../src/testing/breaches.js';
import { accepted } from '../../src/testing/investigation.js';
import { claimAgain, claimed } from '../../src/testing/sample-trees.js';

/** R3.A after so many claims, all of them fallen, ready for the next. */
function afterClaims(made: number, fall: 'withdrawn' | 'refuted') {
  const tree = claimed();
  for (let claim = 1; claim <= made; claim += 1) {
    if (claim > 1) claimAgain(tree, 'R3.A');
    if (fall === 'withdrawn') accepted(tree.reclassify('R3.A', 'DRILL'));
    else tree.plant(`R4.N${claim}`, 'R3.A', 'DEAD');
  }
  accepted(tree.reclassify('R3.A', 'VERIFY'));
  return tree;
}

describe('CLAIMS_EXHAUSTED', () => {
  test.each([
    { made: 1, fall: 'withdrawn', ok: true },
    { made: 2, fall: 'withdrawn', ok: true },
    { made: 3, fall: 'withdrawn', ok: false },
    { made: 1, fall: 'refuted', ok: true },
    { made: 2, fall: 'refuted', ok: true },
    { made: 3, fall: 'refuted', ok: false },
  ] as const)('another claim after $made $fall: $ok', ({ made, fall, ok }) => {
    const reply = afterClaims(made, fall).reclassify('R3.A', 'VALID_PENDING');
    expect(reply.ok).toBe(ok);
    if (!ok) expectBreach(reply, 'CLAIMS_EXHAUSTED', 'R3.A', 3);
  });

  test('the claims of one node do not use up those of another', () => {
    const tree = afterClaims(3, 'withdrawn').plant('R4.B', 'R3.A', 'VALID_PENDING');
    expect(tree.claims('R4.B')).toEqual(['standing']);
  });
});
