import { endable, expectBreach, sampleOf } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import { insufficientChildren } from './insufficient-children.rule.js';
import { judge } from './rule.js';

const suffixes = ['A', 'B', 'C', 'D'];

describe('INSUFFICIENT_CHILDREN', () => {
  test.each([
    { protocol: 'multi-gate', state: 'DRILL', children: 2, ok: false },
    { protocol: 'multi-gate', state: 'DRILL', children: 3, ok: true },
    { protocol: 'multi-gate', state: 'DRILL', children: 4, ok: true },
    { protocol: 'multi-gate', state: 'VERIFY', children: 0, ok: false },
    { protocol: 'multi-gate', state: 'VERIFY', children: 1, ok: true },
    { protocol: 'multi-gate', state: 'VERIFY', children: 2, ok: true },
    { protocol: 'classic', state: 'DRILL', children: 1, ok: false },
    { protocol: 'classic', state: 'DRILL', children: 2, ok: true },
    { protocol: 'classic', state: 'DRILL', children: 3, ok: true },
    { protocol: 'classic', state: 'VERIFY', children: 0, ok: false },
    { protocol: 'classic', state: 'VERIFY', children: 1, ok: true },
  ] as const)('$protocol $state with $children children: $ok', ({ protocol, state, children, ok }) => {
    const tree = investigation(protocol).plant('R1.A', null, state);
    for (const suffix of suffixes.slice(0, children)) accepted(tree.propose(`R2.${suffix}`, 'R1.A'));
    for (const suffix of suffixes.slice(0, children)) accepted(tree.commit({ [`R2.${suffix}`]: 'DRILL' }));
    expect(tree.totals.shortOfCommitted.has('R1.A')).toBe(!ok);
  });

  test('only committed children count at the end', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'VERIFY');
    accepted(tree.propose('R2.A', 'R1.A'));
    expectBreach(tree.end(), 'INSUFFICIENT_CHILDREN', 'SESSION', 1, 'R1.A');
  });

  test('a claim needs a confirmer: earlier children never count', () => {
    const tree = claimed();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.reclassify('R3.A', 'VERIFY'));
    tree.plant('R4.A', 'R3.A', 'DEAD');
    expect(tree.totals.shortOfCommitted.has('R3.A')).toBe(false);
    accepted(tree.reclassify('R3.A', 'VALID_PENDING'));
    expect(tree.totals.shortOfCommitted.has('R3.A')).toBe(true);
    tree.plant('R4.B', 'R3.A', 'VERIFY');
    expect(tree.totals.shortOfCommitted.has('R3.A')).toBe(false);
  });

  test.each([
    { short: [], says: undefined },
    { short: ['R1.A'], says: 'R1.A' },
    { short: ['R1.A', 'R1.B', 'R1.C', 'R1.D', 'R1.E'], says: 'R1.E' },
    { short: ['R1.A', 'R1.B', 'R1.C', 'R1.D', 'R1.E', 'R1.F'], says: 'and 1 more' },
  ])('$short.length short nodes: says $says', ({ short, says }) => {
    const figures = endable({ short: sampleOf(...short) });
    const violations = judge([insufficientChildren], { figures }, protocolNamed('multi-gate'));
    if (says === undefined) expect(violations).toEqual([]);
    else expectBreach({ violations }, 'INSUFFICIENT_CHILDREN', 'SESSION', short.length, says);
  });
});
