import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';

// Without this rule the agent that found an answer also decides that it is right.
describe('PIPELINE_SKIPPED', () => {
  test('a confirmer may be committed VALID', () => {
    const tree = claimed();
    accepted(tree.propose('R4.A', 'R3.A'));
    expect(tree.commit({ 'R4.A': 'VALID' }).ok).toBe(true);
  });

  test.each([
    { where: 'round 3', id: 'R3.B', parent: 'R2.A', codes: ['PIPELINE_SKIPPED'] },
    { where: 'round 2', id: 'R2.B', parent: 'R1.A', codes: ['STATE_LOCKED', 'PIPELINE_SKIPPED'] },
    { where: 'round 1', id: 'R1.B', parent: null, codes: ['STATE_LOCKED', 'PIPELINE_SKIPPED'] },
  ])('any other node in $where may not', ({ id, parent, codes }) => {
    const tree = claimed();
    accepted(tree.propose(id, parent));
    const reply = tree.commit({ [id]: 'VALID' });
    expect(reply.codes).toEqual(codes);
    expectBreach(reply, 'PIPELINE_SKIPPED', id, 'VALID_PENDING', 3);
  });

  test('a child proposed before the claim confirms nothing', () => {
    const tree = claimed();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.propose('R4.A', 'R3.A'));
    accepted(tree.reclassify('R3.A', 'VERIFY'));
    accepted(tree.reclassify('R3.A', 'VALID_PENDING'));
    expect(tree.commit({ 'R4.A': 'VALID' }).codes).toEqual(['PIPELINE_SKIPPED']);
  });

  test('a confirmer of a fallen claim may still say VALID', () => {
    const tree = claimed();
    accepted(tree.propose('R4.A', 'R3.A'));
    accepted(tree.reclassify('R3.A', 'DRILL'));
    expect(tree.commit({ 'R4.A': 'VALID' }).ok).toBe(true);
  });

  test('in classic VALID needs nobody', () => {
    expect(investigation('classic').plant('R1.A', null, 'VALID').states('R1.A')).toEqual(['VALID']);
  });
});
