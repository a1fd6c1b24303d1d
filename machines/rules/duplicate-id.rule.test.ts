import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

describe('DUPLICATE_ID', () => {
  test('an id that is proposed cannot be proposed again', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    expectBreach(tree.propose('R1.A', null), 'DUPLICATE_ID', 'R1.A', 'already proposed');
  });

  test('nor one that is committed', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expectBreach(tree.propose('R1.A', null), 'DUPLICATE_ID', 'R1.A', 'committed as DRILL');
  });

  test('case counts: R1.a is another node than R1.A', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expect(tree.propose('R1.a', null).ok).toBe(true);
  });

  test('a withdrawn id is free, in the same call or later', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A R1.B', null));
    expect(tree.proposeAll([['R1.A', null]], ['R1.A', 'R1.B']).ok).toBe(true);
    expect(tree.propose('R1.B', null).ok).toBe(true);
    expect(tree.commit({ 'R1.A': 'DRILL', 'R1.B': 'VERIFY' }).ok).toBe(true);
  });
});
