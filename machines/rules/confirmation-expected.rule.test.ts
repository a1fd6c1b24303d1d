import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';

function withConfirmer() {
  const tree = claimed();
  accepted(tree.propose('R4.A', 'R3.A'));
  return tree;
}

describe('CONFIRMATION_EXPECTED', () => {
  test.each(['VALID', 'DEAD', 'DRILL', 'VERIFY', 'VALID_PENDING'])('a confirmer may be committed %s', (state) => {
    expect(withConfirmer().commit({ 'R4.A': state }).ok).toBe(true);
  });

  test('a confirmer may not be committed SPEC', () => {
    const reply = withConfirmer().commit({ 'R4.A': 'SPEC' });
    expect(reply.codes).toEqual(['CONFIRMATION_EXPECTED']);
    expectBreach(reply, 'CONFIRMATION_EXPECTED', 'R4.A', 'R3.A', 'VALID', 'DEAD');
  });

  test.each(['DRILL', 'VERIFY'])('nor become SPEC by way of %s', (state) => {
    const tree = withConfirmer();
    accepted(tree.commit({ 'R4.A': state }));
    const reply = tree.reclassify('R4.A', 'SPEC');
    expect(reply.codes).toEqual(['CONFIRMATION_EXPECTED']);
  });

  test.each(['withdrawn', 'refuted'])('nor be committed SPEC after its claim was %s', (fall) => {
    const tree = withConfirmer();
    if (fall === 'withdrawn') accepted(tree.reclassify('R3.A', 'DRILL'));
    else tree.plant('R4.B', 'R3.A', 'DEAD');
    expectBreach(tree.commit({ 'R4.A': 'SPEC' }), 'CONFIRMATION_EXPECTED', 'R4.A', 'R3.A');
  });

  test('a child that confirms nothing may be committed SPEC', () => {
    const tree = claimed();
    accepted(tree.reclassify('R3.A', 'DRILL'));
    accepted(tree.propose('R4.A', 'R3.A'));
    expect(tree.commit({ 'R4.A': 'SPEC' }).ok).toBe(true);
  });

  test('classic has no claims, so SPEC is always an answer', () => {
    const tree = investigation('classic').plant('R1.A', null, 'VERIFY').plant('R2.A', 'R1.A', 'SPEC');
    expect(tree.states('R2.A')).toEqual(['SPEC']);
  });
});
