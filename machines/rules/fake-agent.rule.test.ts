import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation, Investigation } from '../../src/testing/investigation.js';
import { protocolNamed } from '../../src/testing/tree-builder.js';
import type { AgentFacts, AgentLooked } from './rule.js';

const known = (level: 'H1' | 'H2', why?: string): AgentLooked => ({
  ...{
    agent: 'one',
    kind: 'verified',
    level,
    client: 'a-client',
    file: '/t/one.jsonl',
    hash: '0'.repeat(64),
    excerpt: 'Look.',
  },
  ...(why === undefined ? {} : { why }),
});
const rejected = { agent: 'one', kind: 'rejected', why: 'No transcript of that name.' } as const;
const unverifiable = { agent: 'one', kind: 'unverifiable', why: 'There are no transcripts here.' } as const;

/** A root committed by `one`, of whom this is known. */
function committed(
  name: 'multi-gate' | 'classic' | 'single-root',
  looked: AgentLooked | undefined,
  asked: Partial<AgentFacts> = {},
) {
  const tree = investigation(name);
  accepted(tree.propose('R1.A', null));
  const all: AgentFacts['looked'] = looked ? [looked] : [];
  tree.agentsLooked = { levelMin: 'H0', refusesUnverified: false, looked: all, ...asked };
  return tree.commit({ 'R1.A': { state: name === 'single-root' ? 'EXPLORE' : 'DRILL', agentId: 'one' } });
}

describe('FAKE_AGENT', () => {
  test.each(['multi-gate', 'classic', 'single-root'] as const)('%s: an agent that was rejected, and why', (name) => {
    const reply = committed(name, rejected);
    expect(reply.codes).toEqual(['FAKE_AGENT']);
    expectBreach(reply, 'FAKE_AGENT', 'R1.A', 'one', rejected.why, 'node id');
  });

  // The protocol's own level, then the project's: the stricter one counts.
  test.each<['multi-gate' | 'single-root', AgentFacts['levelMin'], 'H1' | 'H2', boolean]>([
    ['single-root', 'H0', 'H1', true],
    ['single-root', 'H0', 'H2', true],
    ['single-root', 'H1', 'H1', true],
    ['single-root', 'H2', 'H1', false],
    ['single-root', 'H2', 'H2', true],
    ['multi-gate', 'H0', 'H1', true],
    ['multi-gate', 'H2', 'H1', false],
    ['multi-gate', 'H2', 'H2', true],
  ])('%s where the project asks for %s takes %s: %s', (name, levelMin, level, ok) => {
    const reply = committed(name, known(level, 'it never names R1.A.'), { levelMin });
    expect(reply.codes).toEqual(ok ? [] : ['FAKE_AGENT']);
    if (!ok) expectBreach(reply, 'FAKE_AGENT', 'R1.A', levelMin, level, 'it never names R1.A.');
  });

  test('a protocol that asks for more than the project is heeded', () => {
    const strict = { ...protocolNamed('single-root'), agents: { required: true, level: 'H2' } as const };
    const tree = new Investigation(strict, 1);
    accepted(tree.propose('R1.A', null));
    tree.agentsLooked = { levelMin: 'H1', refusesUnverified: false, looked: [known('H1', 'no word of R1.A.')] };
    const reply = tree.commit({ 'R1.A': { state: 'EXPLORE', agentId: 'one' } });
    expectBreach(reply, 'FAKE_AGENT', 'R1.A', 'H1', 'H2');
  });

  test.each([
    { refusesUnverified: false, levelMin: 'H0', refused: false },
    { refusesUnverified: false, levelMin: 'H1', refused: true },
    { refusesUnverified: false, levelMin: 'H2', refused: true },
    { refusesUnverified: true, levelMin: 'H0', refused: true },
  ] as const)('with nowhere to look, where the project asks for $levelMin: $refused', ({ refused, ...asked }) => {
    const reply = committed('single-root', unverifiable, asked);
    expect(reply.codes).toEqual(refused ? ['FAKE_AGENT'] : []);
    if (refused) expectBreach(reply, 'FAKE_AGENT', 'R1.A', unverifiable.why, 'project');
  });

  test('an agent nobody looked up is not held against anyone', () => {
    expect(committed('single-root', undefined, { refusesUnverified: true, levelMin: 'H2' }).ok).toBe(true);
  });

  test('only the nodes of such an agent', () => {
    const tree = investigation('single-root').plant('R1.A', null, 'EXPLORE');
    accepted(tree.propose('R2.A R2.B', 'R1.A'));
    const looked = [known('H1'), { ...rejected, agent: 'two' }];
    tree.agentsLooked = { levelMin: 'H0', refusesUnverified: false, looked };
    const by = (agentId: string) => ({ state: 'EXPLORE', agentId });
    const reply = tree.commit({ 'R2.A': by('one'), 'R2.B': by('two') });
    expect(reply.codes).toEqual(['FAKE_AGENT']);
    expectBreach(reply, 'FAKE_AGENT', 'R2.B', 'two');
    expect(tree.states('R2.A')).toEqual(['PROPOSED']);
  });
});
