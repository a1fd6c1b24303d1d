import { investigation, type Investigation } from '../testing/investigation.js';
import { nodeStory } from './node-story.js';
import { nodeSummary } from './node-page.js';

function storyOf({ state, journal }: Investigation, id: string) {
  return nodeStory(state, nodeSummary(state, id)!, journal);
}

test('a proposal has a record and nothing else yet', () => {
  const live = investigation('multi-gate');
  live.propose('R1.A', null);
  expect(storyOf(live, 'R1.A')).toEqual({
    proposedSeq: 2,
    committedSeq: null,
    committedAs: null,
    evidenceSeq: null,
    level: null,
    warnings: [],
    confirmers: [],
  });
});

test('an agent nothing is known of is claimed, and the warning speaks of this node alone', () => {
  const live = investigation('multi-gate');
  live.propose('R1.A R1.B', null);
  live.commit({ 'R1.A': { state: 'DRILL', agentId: 'a1' }, 'R1.B': { state: 'DRILL', agentId: 'b1' } });
  const { level, warnings, committedSeq, committedAs } = storyOf(live, 'R1.A');
  expect({ committedSeq, committedAs }).toEqual({ committedSeq: 3, committedAs: 'DRILL' });
  expect(level).toEqual({ code: 'H0', name: 'claimed', why: null });
  expect(warnings).toEqual([{ code: 'UNVERIFIED_AGENT', message: 'These agents could not be looked up: R1.A.' }]);
});

test('an agent whose transcript was found says how it is known, and what keeps it from more', () => {
  const live = investigation('multi-gate');
  live.agentsLooked = {
    levelMin: 'H0',
    refusesUnverified: false,
    looked: [
      {
        ...{ agent: 'a1', kind: 'verified', level: 'H1', client: 'claude-code', file: 'a1.jsonl' },
        ...{ hash: 'ab'.repeat(32), excerpt: 'Read.', why: 'no tool was called' },
      },
    ],
  };
  live.propose('R1.A', null);
  live.commit({ 'R1.A': { state: 'DRILL', agentId: 'a1' } });
  const { level, warnings } = storyOf(live, 'R1.A');
  expect(level).toEqual({ code: 'H1', name: 'transcript found', why: 'no tool was called' });
  expect(warnings).toEqual([]);
});

test('children that confirm or refute a claim are named with the claim', () => {
  const live = investigation('multi-gate')
    .plant('R1.A', null, 'DRILL')
    .plant('R2.A', 'R1.A', 'VERIFY')
    .plant('R3.A', 'R2.A', 'VALID_PENDING');
  live.propose('R4.A R4.B', 'R3.A');
  expect(storyOf(live, 'R3.A').confirmers).toEqual([
    { claim: 1, nodeId: 'R4.A', state: 'PROPOSED', verdict: 'tests' },
    { claim: 1, nodeId: 'R4.B', state: 'PROPOSED', verdict: 'tests' },
  ]);
  live.commit({ 'R4.A': 'DEAD', 'R4.B': 'DEAD' });
  expect(storyOf(live, 'R3.A').confirmers.map(({ nodeId, verdict }) => `${nodeId} ${verdict}`)).toEqual([
    'R4.A refutes',
    'R4.B refutes',
  ]);
  expect(storyOf(live, 'R1.A').confirmers).toEqual([]);
});
