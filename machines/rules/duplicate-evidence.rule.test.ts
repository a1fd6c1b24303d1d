import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

const text = 'The log of the failing run shows the lock taken twice by one thread.';
const other = 'The log of the passing run shows the lock taken once by each thread.';

/** Two committed DRILL roots and one that died of `text`. */
function oneDead() {
  const tree = investigation('multi-gate');
  accepted(tree.propose('R1.A R1.B R1.C R1.D', null));
  accepted(tree.commit({ 'R1.A': { state: 'DEAD', evidence: text }, 'R1.B': 'DRILL', 'R1.C': 'DRILL' }));
  return tree;
}

describe('DUPLICATE_EVIDENCE', () => {
  test.each([
    { how: 'word for word', evidence: text, ok: false },
    { how: 'in other case', evidence: text.toUpperCase(), ok: false },
    { how: 'in other spacing', evidence: `  ${text.replaceAll(' ', ' \n\t ')} `, ok: false },
    { how: 'with one letter changed', evidence: text.replace('twice', 'Twice!'), ok: true },
    { how: 'in other words', evidence: other, ok: true },
  ])('the evidence of another node $how: $ok', ({ evidence, ok }) => {
    const reply = oneDead().commit({ 'R1.D': { state: 'DEAD', evidence } });
    expect(reply.ok).toBe(ok);
    if (!ok) expect(reply.codes).toEqual(['DUPLICATE_EVIDENCE']);
    if (!ok) expectBreach(reply, 'DUPLICATE_EVIDENCE', 'R1.D', 'R1.A');
  });

  test('two nodes of one batch with the same text are both refused', () => {
    const tree = oneDead();
    accepted(tree.propose('R1.E', null));
    const told = { state: 'DEAD', evidence: other };
    const reply = tree.commit({ 'R1.D': told, 'R1.E': told });
    expectBreach(reply, 'DUPLICATE_EVIDENCE', 'R1.D', 'R1.E');
    expectBreach(reply, 'DUPLICATE_EVIDENCE', 'R1.E', 'R1.D');
  });

  test('a state that needs no evidence may repeat a text', () => {
    expect(oneDead().commit({ 'R1.D': { state: 'DRILL', evidence: text } }).ok).toBe(true);
  });

  test('the text of an open node is taken too, whatever its state', () => {
    const tree = oneDead();
    accepted(tree.commit({ 'R1.D': { state: 'VERIFY', evidence: other } }));
    expectBreach(tree.reclassify('R1.B', 'DEAD', { evidence: other }), 'DUPLICATE_EVIDENCE', 'R1.B', 'R1.D');
  });

  test('stored evidence that another node shares does not serve', () => {
    const tree = oneDead();
    accepted(tree.commit({ 'R1.D': { state: 'DRILL', evidence: text } }));
    const reply = tree.reclassify('R1.D', 'DEAD', { evidence: undefined });
    expectBreach(reply, 'DUPLICATE_EVIDENCE', 'R1.D', 'R1.A');
  });

  test('a node may keep its own text, and a replaced text is free', () => {
    const tree = oneDead();
    accepted(tree.reclassify('R1.A', 'DRILL'));
    accepted(tree.reclassify('R1.A', 'DEAD', { evidence: text }));
    accepted(tree.reclassify('R1.A', 'DRILL', { evidence: other }));
    expect(tree.commit({ 'R1.D': { state: 'DEAD', evidence: text } }).ok).toBe(true);
  });

  test('classic needs no evidence and takes any', () => {
    const tree = investigation('classic');
    accepted(tree.propose('R1.A R1.B', null));
    const told = { state: 'DEAD', evidence: text };
    expect(tree.commit({ 'R1.A': told, 'R1.B': told }).ok).toBe(true);
  });
});
