import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

describe('NODE_NOT_FOUND', () => {
  test('a node nobody proposed cannot be reclassified', () => {
    const reply = investigation('multi-gate').reclassify('R1.A', 'DRILL');
    expect(reply.codes).toEqual(['NODE_NOT_FOUND']);
    expectBreach(reply, 'NODE_NOT_FOUND', 'R1.A', 'no node R1.A', 'tot_status');
  });

  test('nor one that is proposed but not committed', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    const reply = tree.reclassify('R1.A', 'DRILL');
    expect(reply.codes).toEqual(['NODE_NOT_FOUND']);
    expectBreach(reply, 'NODE_NOT_FOUND', 'R1.A', 'not yet committed', 'tot_commit');
  });

  test('nor one that was withdrawn', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    accepted(tree.withdraw('R1.A'));
    expectBreach(tree.reclassify('R1.A', 'DRILL'), 'NODE_NOT_FOUND', 'R1.A', 'no node R1.A');
  });

  test('a committed one can', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'VERIFY');
    expect(tree.reclassify('R1.A', 'DRILL').ok).toBe(true);
  });
});
