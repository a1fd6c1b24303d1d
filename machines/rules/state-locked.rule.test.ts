import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import type { CommittedState, NodeState } from '../schema/state.js';
import { isLocked, recordedAs } from './state-locked.rule.js';

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

/** A chain of EXPLORE nodes with one more proposed in that round. */
function exploredTo(round: number) {
  const tree = investigation('single-root');
  for (let above = 1; above < round; above += 1)
    tree.plant(`R${above}.A`, above === 1 ? null : `R${above - 1}.A`, 'EXPLORE');
  accepted(tree.propose(round === 1 ? 'R1.A' : `R${round}.X`, round === 1 ? null : `R${round - 1}.A`));
  return tree;
}

// To a user its bug is either an early find that counts, or honest work refused that this protocol always took.
describe('an early FOUND of single-root', () => {
  test.each([
    [1, 'EXPLORE'],
    [2, 'EXPLORE'],
    [3, 'EXPLORE'],
    [4, 'FOUND'],
    [5, 'FOUND'],
  ])('committed in round %i is recorded as %s', (round, state) => {
    const tree = exploredTo(round);
    const id = round === 1 ? 'R1.A' : `R${round}.X`;
    const reply = accepted(tree.commit({ [id]: 'FOUND' }));
    expect(reply.moves[0]).toEqual({ actor: id, from: 'PROPOSED', to: state, why: 'committed' });
    expect(tree.states(id)).toEqual([state]);
    expect(tree.claims(id)).toEqual(state === 'FOUND' ? ['standing'] : []);
    expect(tree.journal.at(-1)).toMatchObject({ command: { results: [{ nodeId: id, state: 'FOUND' }] } });
  });

  test.each([
    [3, false],
    [4, true],
  ])('by reclassifying in round %i: %s', (round, ok) => {
    const tree = exploredTo(round);
    accepted(tree.commit({ [`R${round}.X`]: 'EXPLORE' }));
    const reply = tree.reclassify(`R${round}.X`, 'FOUND');
    expect(reply.codes).toEqual(ok ? [] : ['STATE_LOCKED']);
    if (!ok) expectBreach(reply, 'STATE_LOCKED', `R${round}.X`, 'FOUND', 4, 3, 'EXPLORE');
  });

  test.each<[string, CommittedState, number, CommittedState]>([
    ['single-root', 'FOUND', 3, 'EXPLORE'],
    ['single-root', 'FOUND', 4, 'FOUND'],
    ['single-root', 'VERIFY', 1, 'VERIFY'],
    ['single-root', 'DEAD', 1, 'DEAD'],
    ['multi-gate', 'VALID_PENDING', 2, 'VALID_PENDING'],
    ['multi-gate', 'SPEC', 2, 'SPEC'],
    ['classic', 'VALID', 1, 'VALID'],
  ])('%s records %s in round %i as %s', (name, state, round, recorded) => {
    expect(recordedAs(protocolNamed(name), state, round)).toBe(recorded);
  });
});
