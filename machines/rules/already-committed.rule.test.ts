import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

describe('ALREADY_COMMITTED', () => {
  test('the first result of a node is taken', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    expect(tree.commit({ 'R1.A': 'DRILL' }).ok).toBe(true);
  });

  test.each(['DRILL', 'VERIFY', 'DEAD'])('a second result is refused where the first was %s', (state) => {
    const tree = investigation('multi-gate').plant('R1.A', null, state);
    const reply = tree.commit({ 'R1.A': 'DRILL' });
    expect(reply.codes).toEqual(['ALREADY_COMMITTED']);
    expectBreach(reply, 'ALREADY_COMMITTED', 'R1.A', state, 'tot_reclassify');
  });

  test('the same result again is no exception', () => {
    const tree = investigation('classic').plant('R1.A', null, 'VALID');
    expectBreach(tree.commit({ 'R1.A': 'VALID' }), 'ALREADY_COMMITTED', 'R1.A', 'VALID');
  });
});
