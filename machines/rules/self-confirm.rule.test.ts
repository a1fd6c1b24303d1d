import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

/** R3.A claims, worked on by that agent; R4.A is proposed to confirm it. */
function claimBy(agentId: string | undefined) {
  const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL').plant('R2.A', 'R1.A', 'VERIFY');
  accepted(tree.propose('R3.A', 'R2.A'));
  accepted(tree.commit({ 'R3.A': { state: 'VALID_PENDING', agentId } }));
  accepted(tree.propose('R4.A', 'R3.A'));
  return tree;
}

describe('SELF_CONFIRM', () => {
  test.each([
    { claimant: 'one', confirmer: 'two', codes: [] },
    { claimant: 'one', confirmer: undefined, codes: [] },
    { claimant: undefined, confirmer: 'one', codes: [] },
    { claimant: undefined, confirmer: undefined, codes: [] },
    { claimant: 'one', confirmer: 'one', codes: ['SELF_CONFIRM', 'REUSED_AGENT'] },
  ])('claim by $claimant, confirmed by $confirmer: $codes', ({ claimant, confirmer, codes }) => {
    const reply = claimBy(claimant).commit({ 'R4.A': { state: 'VALID', agentId: confirmer } });
    expect(reply.codes).toEqual(codes);
    if (!reply.ok) expectBreach(reply, 'SELF_CONFIRM', 'R4.A', 'one', 'R3.A');
  });

  test.each(['VALID', 'DEAD', 'DRILL'])('it holds whatever the confirmer says: %s', (state) => {
    const reply = claimBy('one').commit({ 'R4.A': { state, agentId: 'one' } });
    expectBreach(reply, 'SELF_CONFIRM', 'R4.A', 'R3.A');
  });

  test('a child that confirms nothing is only a reused agent', () => {
    const tree = claimBy('one');
    accepted(tree.commit({ 'R4.A': 'DEAD' }));
    accepted(tree.propose('R4.B', 'R3.A'));
    expect(tree.commit({ 'R4.B': { state: 'DRILL', agentId: 'one' } }).codes).toEqual(['REUSED_AGENT']);
  });
});
