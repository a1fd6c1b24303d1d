import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation, type Investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';

/** Edges by reclassify, as the spec's table has them: from, and everything it may go to. */
const multiGate = {
  DRILL: ['VERIFY', 'DEAD', 'SPEC'],
  VERIFY: ['DRILL', 'VALID_PENDING', 'DEAD', 'SPEC'],
  VALID_PENDING: ['DRILL'],
  VALID: ['DRILL'],
  DEAD: ['DRILL', 'VERIFY'],
  SPEC: ['DRILL', 'VERIFY'],
};
const classic = {
  DRILL: ['VERIFY', 'VALID', 'DEAD', 'SPEC'],
  VERIFY: ['DRILL', 'VALID', 'DEAD', 'SPEC'],
  VALID: ['DRILL', 'VERIFY', 'DEAD', 'SPEC'],
  DEAD: ['DRILL', 'VERIFY', 'VALID', 'SPEC'],
  SPEC: ['DRILL', 'VERIFY', 'VALID', 'DEAD'],
};

/** `R3.X`, childless in that state, where every state is open; VALID only as a confirmed claim. */
function inState(state: string): Investigation {
  if (state === 'VALID') return claimed().plant('R4.A', 'R3.A', 'VALID');
  const tree = claimed();
  return state === 'VALID_PENDING' ? tree : tree.plant('R3.X', 'R2.A', state);
}

const subjectIn = (tree: Investigation) => (tree.tree.get('R3.X') ? 'R3.X' : 'R3.A');

describe('ILLEGAL_TRANSITION in multi-gate', () => {
  const every = Object.keys(multiGate);
  const pairs = Object.entries(multiGate).flatMap(([from, edges]) =>
    every.map((to) => ({ from, to, ok: edges.includes(to), edges })),
  );

  test.each(pairs)('from $from to $to: $ok', ({ from, to, ok, edges }) => {
    const tree = inState(from);
    const id = subjectIn(tree);
    const reply = tree.reclassify(id, to);
    expect(reply.codes).toEqual(ok ? [] : ['ILLEGAL_TRANSITION']);
    if (ok) expect(tree.states(id)).toEqual([to]);
    else expectBreach(reply, 'ILLEGAL_TRANSITION', id, from, ...edges);
  });

  test('it is told alone, whatever else is wrong', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    accepted(tree.propose('R2.A', 'R1.A'));
    const reply = tree.reclassify('R1.A', 'VALID', { reason: '', evidence: 'short' });
    expect(reply.codes).toEqual(['ILLEGAL_TRANSITION']);
  });

  test('to the state it is in is no edge, and says so', () => {
    const tree = investigation('multi-gate').plant('R1.A', null, 'DRILL');
    expectBreach(tree.reclassify('R1.A', 'DRILL'), 'ILLEGAL_TRANSITION', 'R1.A', 'R1.A is DRILL already');
  });
});

describe('ILLEGAL_TRANSITION in classic', () => {
  const every = Object.keys(classic);
  const pairs = Object.entries(classic).flatMap(([from, edges]) =>
    every.map((to) => ({ from, to, ok: edges.includes(to), edges })),
  );

  test.each(pairs)('from $from to $to: $ok', ({ from, to, ok, edges }) => {
    const tree = investigation('classic').plant('R1.A', null, from);
    const reply = tree.reclassify('R1.A', to);
    expect(reply.codes).toEqual(ok ? [] : ['ILLEGAL_TRANSITION']);
    if (!ok) expectBreach(reply, 'ILLEGAL_TRANSITION', 'R1.A', ...edges);
  });
});
