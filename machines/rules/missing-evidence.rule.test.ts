import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { claimed } from '../../src/testing/sample-trees.js';

const letters = (count: number) => 'x'.repeat(count);

function oneProposed() {
  const tree = investigation('multi-gate');
  accepted(tree.propose('R1.A', null));
  return tree;
}

describe('MISSING_EVIDENCE', () => {
  test.each([
    { what: 'none', evidence: undefined, chars: 0, ok: false },
    { what: 'an empty text', evidence: '', chars: 0, ok: false },
    { what: 'white space alone', evidence: ' '.repeat(60), chars: 0, ok: false },
    { what: '49 characters', evidence: letters(49), chars: 49, ok: false },
    { what: '50 characters', evidence: letters(50), chars: 50, ok: true },
    { what: '51 characters', evidence: letters(51), chars: 51, ok: true },
    { what: '49 padded with spaces', evidence: `  ${letters(49)}  `, chars: 49, ok: false },
    {
      what: '49 once the white space is collapsed',
      evidence: `${letters(24)} \n\t ${letters(24)}`,
      chars: 49,
      ok: false,
    },
    {
      what: '50 once the white space is collapsed',
      evidence: `${letters(24)} \n\t ${letters(25)}`,
      chars: 50,
      ok: true,
    },
    { what: '49 characters outside the basic plane', evidence: '𝒳'.repeat(49), chars: 49, ok: false },
    { what: '50 characters outside the basic plane', evidence: '𝒳'.repeat(50), chars: 50, ok: true },
  ])('$what: $ok', ({ evidence, chars, ok }) => {
    const reply = oneProposed().commit({ 'R1.A': { state: 'DEAD', evidence } });
    expect(reply.codes).toEqual(ok ? [] : ['MISSING_EVIDENCE']);
    if (!ok) expectBreach(reply, 'MISSING_EVIDENCE', 'R1.A', 'DEAD', 50, chars);
  });

  test.each([
    { state: 'DRILL', needed: false },
    { state: 'VERIFY', needed: false },
    { state: 'DEAD', needed: true },
    { state: 'VALID_PENDING', needed: true },
    { state: 'VALID', needed: true },
    { state: 'SPEC', needed: true },
  ])('$state needs evidence: $needed', ({ state, needed }) => {
    const tree = claimed();
    const parent = state === 'SPEC' ? 'R2.A' : 'R3.A';
    const id = state === 'SPEC' ? 'R3.B' : 'R4.A';
    accepted(tree.propose(id, parent));
    const reply = tree.commit({ [id]: { state, evidence: undefined } });
    expect(reply.codes).toEqual(needed ? ['MISSING_EVIDENCE'] : []);
  });

  test('a reclassification is served by the evidence the node has', () => {
    const tree = oneProposed();
    accepted(tree.commit({ 'R1.A': { state: 'DRILL', evidence: letters(50) } }));
    expect(tree.reclassify('R1.A', 'DEAD', { evidence: undefined }).ok).toBe(true);
  });

  test.each([
    { what: 'none', stored: undefined, chars: 0 },
    { what: 'too little', stored: letters(49), chars: 49 },
  ])('unless it has $what', ({ stored, chars }) => {
    const tree = oneProposed();
    accepted(tree.commit({ 'R1.A': { state: 'DRILL', evidence: stored } }));
    const reply = tree.reclassify('R1.A', 'DEAD', { evidence: undefined });
    expectBreach(reply, 'MISSING_EVIDENCE', 'R1.A', 50, chars);
  });

  test('classic asks for none', () => {
    const tree = investigation('classic').plant('R1.A R1.B R1.C', null, 'DEAD VALID SPEC');
    expect(tree.states('R1.A R1.B R1.C')).toEqual(['DEAD', 'VALID', 'SPEC']);
  });
});
