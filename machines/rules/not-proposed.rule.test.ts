import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

describe('NOT_PROPOSED', () => {
  test('a result for a node nobody proposed is refused', () => {
    const reply = investigation('multi-gate').commit({ 'R1.A': 'DRILL' });
    expect(reply.codes).toEqual(['NOT_PROPOSED']);
    expectBreach(reply, 'NOT_PROPOSED', 'R1.A', 'tot_propose');
  });

  test('so is one for a proposal that was withdrawn', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    accepted(tree.withdraw('R1.A'));
    expectBreach(tree.commit({ 'R1.A': 'DRILL' }), 'NOT_PROPOSED', 'R1.A');
  });

  test('one unknown node refuses the whole batch', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    expectBreach(tree.commit({ 'R1.A': 'DRILL', 'R1.B': 'DRILL' }), 'NOT_PROPOSED', 'R1.B');
    expect(tree.states('R1.A')).toEqual(['PROPOSED']);
  });
});
