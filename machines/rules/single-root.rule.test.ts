import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { explored } from '../../src/testing/single-root-trees.js';

describe('SINGLE_ROOT', () => {
  test('R1.A is the one root there is', () => {
    expect(investigation('single-root').propose('R1.A', null).ok).toBe(true);
  });

  test('any other is told of the one, before it is there and afterwards', () => {
    const tree = investigation('single-root');
    expectBreach(tree.propose('R1.B', null), 'SINGLE_ROOT', 'R1.B', 'R1.A');
    accepted(tree.propose('R1.A', null));
    expect(tree.propose('R1.a', null).codes).toEqual(['SINGLE_ROOT']);
  });

  test('beside R1.A in one batch it refuses the batch', () => {
    const tree = investigation('single-root');
    const reply = tree.propose('R1.A R1.B R1.C', null);
    expect(reply.codes).toEqual(['SINGLE_ROOT', 'SINGLE_ROOT']);
    expectBreach(reply, 'SINGLE_ROOT', 'R1.B');
    expectBreach(reply, 'SINGLE_ROOT', 'R1.C');
    expect(tree.tree.size).toBe(0);
  });

  test('a lateral root is none either, when everything has died', () => {
    const tree = investigation('single-root').plant('R1.A', null, 'DEAD');
    expect(tree.propose('R1.B', null).codes).toEqual(['SINGLE_ROOT']);
    expect(tree.reclassify('R1.A', 'EXPLORE').ok).toBe(true);
  });

  test('children are no roots', () => {
    expect(explored().propose('R2.B R2.C', 'R1.A').ok).toBe(true);
  });

  test.each(['multi-gate', 'classic'] as const)('%s has as many as it likes', (name) => {
    expect(investigation(name).propose('R1.A R1.B', null).ok).toBe(true);
  });
});
