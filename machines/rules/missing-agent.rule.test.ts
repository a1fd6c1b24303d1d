import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';
import { explored } from '../../src/testing/single-root-trees.js';

function twoProposed() {
  const tree = explored();
  accepted(tree.propose('R4.A R4.B', 'R3.A'));
  return tree;
}

const nobody = (state: string) => ({ state, agentId: undefined });

describe('MISSING_AGENT', () => {
  test('each node that names nobody, whatever its state', () => {
    const reply = twoProposed().commit({ 'R4.A': nobody('FOUND'), 'R4.B': nobody('DEAD') });
    expect(reply.codes).toEqual(['MISSING_AGENT', 'MISSING_AGENT']);
    expectBreach(reply, 'MISSING_AGENT', 'R4.A', 'agentId');
    expectBreach(reply, 'MISSING_AGENT', 'R4.B', 'agentId');
  });

  test('only those: the others of the batch are not told', () => {
    const reply = twoProposed().commit({ 'R4.A': { state: 'EXPLORE', agentId: 'one' }, 'R4.B': nobody('DEAD') });
    expect(reply.codes).toEqual(['MISSING_AGENT']);
    expectBreach(reply, 'MISSING_AGENT', 'R4.B');
  });

  test('an agent for each is taken', () => {
    expect(twoProposed().commit({ 'R4.A': 'EXPLORE', 'R4.B': 'DEAD' }).ok).toBe(true);
  });

  test('reclassifying needs none', () => {
    expect(explored().reclassify('R3.A', 'DEAD').ok).toBe(true);
  });

  test.each(['multi-gate', 'classic'] as const)('%s leaves it open', (name) => {
    const tree = investigation(name);
    accepted(tree.propose('R1.A', null));
    expect(tree.commit({ 'R1.A': nobody('DRILL') }).ok).toBe(true);
  });
});
