import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

describe('PARENT_NOT_FOUND', () => {
  test('a parent nobody proposed', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    const reply = tree.propose('R2.A', 'R1.B');
    expect(reply.codes).toEqual(['PARENT_NOT_FOUND']);
    expectBreach(reply, 'PARENT_NOT_FOUND', 'R2.A', 'no node R1.B');
  });

  test('a parent that is proposed but not committed', () => {
    const tree = investigation('multi-gate');
    accepted(tree.propose('R1.A', null));
    const reply = tree.propose('R2.A', 'R1.A');
    expect(reply.codes).toEqual(['PARENT_NOT_FOUND']);
    expectBreach(reply, 'PARENT_NOT_FOUND', 'R2.A', 'not yet committed', 'tot_commit');
  });

  test('a parent of the same batch is not committed either', () => {
    const reply = investigation('multi-gate').proposeAll([
      ['R1.A', null],
      ['R2.A', 'R1.A'],
    ]);
    expectBreach(reply, 'PARENT_NOT_FOUND', 'R2.A', 'R1.A');
  });

  test('a committed parent, or none for a root', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expect(
      tree.proposeAll([
        ['R2.A', 'R1.A'],
        ['R1.B', null],
      ]).ok,
    ).toBe(true);
  });
});
