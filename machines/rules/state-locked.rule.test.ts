import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import type { NodeState } from '../schema/state.js';
import { isLocked } from './state-locked.rule.js';

/** A chain of VERIFY nodes with one more proposed in that round. */
function proposedIn(round: number) {
  const tree = investigation('multi-gate');
  for (let above = 1; above < round; above += 1)
    tree.plant(`R${above}.A`, above === 1 ? null : `R${above - 1}.A`, 'VERIFY');
  accepted(tree.propose(`R${round}.X`, round === 1 ? null : `R${round - 1}.A`));
  return tree;
}

describe('STATE_LOCKED', () => {
  test.each([
    { state: 'VALID_PENDING', round: 1, ok: false },
    { state: 'VALID_PENDING', round: 2, ok: false },
    { state: 'VALID_PENDING', round: 3, ok: true },
    { state: 'VALID_PENDING', round: 4, ok: true },
    { state: 'SPEC', round: 1, ok: false },
    { state: 'SPEC', round: 2, ok: false },
    { state: 'SPEC', round: 3, ok: true },
    { state: 'SPEC', round: 4, ok: true },
    { state: 'DRILL', round: 1, ok: true },
    { state: 'VERIFY', round: 1, ok: true },
    { state: 'DEAD', round: 1, ok: true },
  ])('$state in round $round: $ok', ({ state, round, ok }) => {
    const reply = proposedIn(round).commit({ [`R${round}.X`]: state });
    expect(reply.codes).toEqual(ok ? [] : ['STATE_LOCKED']);
    if (!ok) expectBreach(reply, 'STATE_LOCKED', `R${round}.X`, state, 3, round);
  });

  test.each([
    { state: 'VALID_PENDING', round: 2, ok: false },
    { state: 'VALID_PENDING', round: 3, ok: true },
    { state: 'SPEC', round: 2, ok: false },
    { state: 'SPEC', round: 3, ok: true },
  ])('$state by reclassifying in round $round: $ok', ({ state, round, ok }) => {
    const tree = proposedIn(round);
    accepted(tree.commit({ [`R${round}.X`]: 'VERIFY' }));
    const reply = tree.reclassify(`R${round}.X`, state);
    expect(reply.codes).toEqual(ok ? [] : ['STATE_LOCKED']);
    if (!ok) expectBreach(reply, 'STATE_LOCKED', `R${round}.X`, state, 3, round);
  });

  test('an early claim is refused, never recorded as something else', () => {
    const tree = proposedIn(2);
    expect(tree.commit({ 'R2.X': 'VALID_PENDING' }).ok).toBe(false);
    expect(tree.states('R2.X')).toEqual(['PROPOSED']);
  });

  test.each<[NodeState, number, boolean]>([
    ['VALID', 2, true],
    ['VALID', 3, false],
  ])('%s in round %i is locked: %s', (state, round, locked) => {
    expect(isLocked(protocolNamed('multi-gate'), state, round)).toBe(locked);
  });

  test.each(['VALID', 'DEAD', 'SPEC'])('classic opens %s in round 1', (state) => {
    expect(investigation('classic').plant('R1.A', null, state).states('R1.A')).toEqual([state]);
  });
});
