import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { endReport } from './end-report.js';

const reportOf = (tree: Investigation) => endReport(tree.state, tree.journal);
const again = 'Found it after all, in line 40 of src/login.ts, seen twice.';
const evidence = (id: string) => `Ran the reproduction for ${id} and read its whole output twice.`;

/** Ends with a claim that was refuted once and then confirmed. */
function solvedAgain(): Investigation {
  const tree = investigation('multi-gate')
    .plant('R1.A', null, 'DRILL')
    .plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY VERIFY DEAD')
    .plant('R3.A', 'R2.A', 'VALID_PENDING')
    .plant('R3.B', 'R2.B', 'SPEC')
    .plant('R4.A', 'R3.A', 'DEAD');
  accepted(tree.reclassify('R3.A', 'VERIFY'));
  accepted(tree.reclassify('R3.A', 'VALID_PENDING', { evidence: again }));
  tree.plant('R4.B', 'R3.A', 'VALID');
  accepted(tree.end());
  return tree;
}

test('there is none before the end', () => {
  expect(reportOf(investigation('multi-gate'))).toBeUndefined();
});

test('a solution comes with what was found, who confirmed it and how its claims went', () => {
  const report = reportOf(solvedAgain());
  expect(report).toMatchObject({ outcome: 'solved', reason: null, totalRounds: 4, totalNodes: 8, deadEnds: 2 });
  expect(report?.solutions).toEqual([
    {
      ...{ nodeId: 'R3.A', title: 'Look at R3.A', findings: 'Looked at R3.A.', round: 3, evidence: again },
      confirmers: ['R4.B'],
      claims: { made: 2, refuted: 1, withdrawn: 0 },
    },
  ]);
  expect(report?.theories).toMatchObject([{ nodeId: 'R3.B', evidence: evidence('R3.B'), round: 3 }]);
  expect(report).not.toHaveProperty('agents');
});

test('what was given without evidence has none, and what it names is referred to', () => {
  const tree = investigation('multi-gate');
  accepted(tree.propose('R1.A', null));
  const references = ['https://example.org/a'];
  accepted(tree.commit({ 'R1.A': { state: 'DRILL', findings: 'See src/login.ts:40.', evidence: ' ', references } }));
  accepted(tree.giveUp('Nothing here can be reproduced on any machine that we have tried so far.'));
  const report = reportOf(tree);
  expect(report).toMatchObject({ outcome: 'inconclusive', reason: expect.stringContaining('Nothing'), solutions: [] });
  expect(JSON.stringify(report?.references)).toContain('https://example.org/a');
});

test('agents that were named are counted by how well they are known', () => {
  const tree = investigation('multi-gate');
  accepted(tree.propose('R1.A R1.B R1.C', null));
  const by = (agentId: string) => ({ state: 'DRILL', agentId });
  const seen = { client: 'claude-code', file: 'a1.jsonl', hash: 'f'.repeat(64), excerpt: 'Looked.' };
  tree.agentsLooked = {
    ...{ levelMin: 'H0', refusesUnverified: false },
    looked: [{ kind: 'verified', agent: 'a1', level: 'H1', ...seen }],
  };
  accepted(tree.commit({ 'R1.A': by('a1'), 'R1.B': by('a2'), 'R1.C': by('a3') }));
  accepted(tree.giveUp('Nothing here can be reproduced on any machine that we have tried so far.'));
  expect(reportOf(tree)?.agents).toEqual({ H1: 1, unverified: 2 });
});

test('agents of whom nothing is known are counted too', () => {
  const tree = investigation('multi-gate');
  accepted(tree.propose('R1.A', null));
  accepted(tree.commit({ 'R1.A': { state: 'DRILL', agentId: 'a1' } }));
  accepted(tree.giveUp('Nothing here can be reproduced on any machine that we have tried so far.'));
  expect(reportOf(tree)?.agents).toEqual({ unverified: 1 });
});
