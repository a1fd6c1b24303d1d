import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

const by = (agentId?: string) => ({ state: 'DRILL', agentId });

function threeProposed() {
  const tree = investigation('multi-gate');
  accepted(tree.propose('R1.A R1.B R1.C', null));
  return tree;
}

describe('REUSED_AGENT', () => {
  test('a fresh agent for each node is taken, and so is none', () => {
    expect(threeProposed().commit({ 'R1.A': by('one'), 'R1.B': by('two'), 'R1.C': by() }).ok).toBe(true);
  });

  test('several nodes without an agent do not share one', () => {
    expect(threeProposed().commit({ 'R1.A': by(), 'R1.B': by() }).ok).toBe(true);
  });

  test('an agent of an earlier commit', () => {
    const tree = threeProposed();
    accepted(tree.commit({ 'R1.A': by('one') }));
    const reply = tree.commit({ 'R1.B': by('one') });
    expect(reply.codes).toEqual(['REUSED_AGENT']);
    expectBreach(reply, 'REUSED_AGENT', 'R1.B', 'one', 'R1.A');
  });

  test('an agent that stands twice in one batch: both nodes are named', () => {
    const reply = threeProposed().commit({ 'R1.A': by('one'), 'R1.B': by('one'), 'R1.C': by('two') });
    expect(reply.codes).toEqual(['REUSED_AGENT', 'REUSED_AGENT']);
    expectBreach(reply, 'REUSED_AGENT', 'R1.A', 'R1.B');
    expectBreach(reply, 'REUSED_AGENT', 'R1.B', 'R1.A');
  });

  test('an agent of another session of the store', () => {
    const tree = threeProposed();
    tree.agentsElsewhere.set('one', 'R2.X of another session');
    expectBreach(tree.commit({ 'R1.A': by('one') }), 'REUSED_AGENT', 'R1.A', 'R2.X of another session');
    expect(tree.commit({ 'R1.A': by('two') }).ok).toBe(true);
  });

  test('a refused commit uses no agent up', () => {
    const tree = threeProposed();
    expect(tree.commit({ 'R1.A': by('one'), 'R1.X': by('two') }).ok).toBe(false);
    expect(tree.commit({ 'R1.B': by('one') }).ok).toBe(true);
  });
});
