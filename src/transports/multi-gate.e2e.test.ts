import { oneServer } from '../testing/one-server.js';
import { evidenceFor, ScriptedAgent } from '../testing/scripted-agent.js';

const proctor = oneServer();

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
/** What a commit moved, one line a node. */
const changedOf = ({ changed }: { changed: { nodeId: string; from: string | null; to: string | null }[] }) =>
  changed.map(({ nodeId, from, to }) => `${nodeId} ${from} > ${to}`);

/** Three rounds of an honest search: two roots dead, one branch with a claim, the others still open. */
async function threeRounds(agent: ScriptedAgent, claimant: string): Promise<void> {
  await agent.plant('R1.A R1.B R1.C R1.D R1.E', null, 'DRILL VERIFY VERIFY DEAD DEAD');
  await agent.proposeAll({ 'R2.A1': 'R1.A', 'R2.A2': 'R1.A', 'R2.A3': 'R1.A', 'R2.B1': 'R1.B', 'R2.C1': 'R1.C' });
  await agent.commit({ 'R2.A1': 'VERIFY', 'R2.A2': 'VERIFY', 'R2.A3': 'DEAD', 'R2.B1': 'VERIFY', 'R2.C1': 'VERIFY' });
  await agent.proposeAll({ 'R3.A1a': 'R2.A1', 'R3.A2a': 'R2.A2', 'R3.B1a': 'R2.B1', 'R3.C1a': 'R2.C1' });
  await agent.commit({
    'R3.A1a': {
      state: 'VALID_PENDING',
      findings: 'The key lacks the tenant: see src/cache/key.ts:41 and https://example.org/cache-keys.',
      evidence: `${evidenceFor('R3.A1a')} It is logged from src/cache/key.ts:41 too.`,
      verificationMethod: 'Two tenants, one key',
      alternativesConsidered: ['Clock skew', 'A second writer'],
      agentId: claimant,
      references: ['docs/cache.md'],
    },
    'R3.A2a': 'VERIFY',
    'R3.B1a': 'DEAD',
    'R3.C1a': { state: 'VERIFY', findings: 'Cites https://example.org/cache-keys as well' },
  });
}

/** The round that confirms the claim and concludes the rest. */
async function lastRound(agent: ScriptedAgent, confirmer: string) {
  await agent.proposeAll({ 'R4.A1aX': 'R3.A1a', 'R4.A2a1': 'R3.A2a', 'R4.C1a1': 'R3.C1a' });
  return agent.commit({ 'R4.A1aX': { state: 'VALID', agentId: confirmer }, 'R4.A2a1': 'DEAD', 'R4.C1a1': 'SPEC' });
}

const endOf = (agent: ScriptedAgent) => agent.end({ reason: 'The key has the tenant now.' });

describe('an investigation on its way', () => {
  test('begins with the rules and asks for roots', async () => {
    const agent = await ScriptedAgent.start(proctor);
    expect(agent.started).toMatchObject({ protocol: 'multi-gate', minRoots: 5, currentRound: 1 });
    expect(agent.started.query).toBe('Why does the cache return stale rows?');
    expect(agent.started.instructions).toMatch(/at least 5 roots/);
    const status = await agent.status();
    expect(status).toMatchObject({ totalNodes: 0, currentRound: 1, currentBatch: 0, canEnd: false });
    expect(status.nextActions[0]).toMatch(/tot_propose/);
  });

  test('counts roots over several batches and says how many are missing', async () => {
    const agent = await ScriptedAgent.start(proctor, { minRoots: 12 });
    expect(await agent.propose('R1.A R1.B R1.C R1.D R1.E', null)).toMatchObject({ rootsMissing: 7 });
    await agent.commit({ 'R1.A': 'VERIFY' });
    expect(await agent.refused.propose('R2.A', 'R1.A')).toEqual(['INSUFFICIENT_ROOTS BATCH']);
    expect(agent.errors[0]!.suggestion).toMatch(/7 more roots/);
    expect(await agent.propose('R1.F R1.G R1.H R1.I R1.J', null)).toMatchObject({ rootsMissing: 2 });
    expect(await agent.refused.proposeAll({ 'R1.K': null, 'R2.A': 'R1.A' })).toEqual(['INSUFFICIENT_ROOTS BATCH']);
    expect(await agent.proposeAll({ 'R1.K': null, 'R1.L': null, 'R2.A': 'R1.A' })).toMatchObject({ rootsMissing: 0 });
  });

  test('hears after each commit what the tree needs next', async () => {
    const agent = await ScriptedAgent.start(proctor);
    await agent.propose('R1.A R1.B R1.C R1.D R1.E', null);
    const first = await agent.commit({ 'R1.A': 'DRILL', 'R1.B': 'DRILL', 'R1.C': 'VERIFY' });
    expect(first).toMatchObject({
      currentRound: 1,
      roundComplete: false,
      nextRoundInfo: { round: 2, nodesRequired: 7, totalBatches: 2 },
    });
    expect(first.nextRoundInfo.parentBreakdown).toEqual([
      { parentId: 'R1.A', state: 'DRILL', childrenNeeded: 3 },
      { parentId: 'R1.B', state: 'DRILL', childrenNeeded: 3 },
      { parentId: 'R1.C', state: 'VERIFY', childrenNeeded: 1 },
    ]);
    const second = await agent.commit({ 'R1.D': 'DEAD', 'R1.E': 'DEAD' });
    expect(second.roundComplete).toBe(true);
    expect(await agent.status()).toMatchObject({ currentBatch: 2, nodesInQueue: 7, activeDrills: 2, terminalNodes: 2 });
    await agent.propose('R2.A1 R2.A2', 'R1.A');
    expect(await agent.status()).toMatchObject({ nodesInQueue: 5, pendingProposals: 2 });
    const third = await agent.commit({ 'R2.A1': 'VERIFY' });
    expect(third).toMatchObject({ currentRound: 2, roundComplete: false, nextRoundInfo: { nodesRequired: 5 } });
    expect(third.message).toMatch(/tot_/);
    expect(await agent.status()).toMatchObject({ currentBatch: 1 });
    expect([...agent.warnings].sort()).toEqual(['INCOMPLETE_DRILL', 'SUSPICIOUS']);
  });

  test('gets the graph with a reply only when it asks for it', async () => {
    const agent = await ScriptedAgent.start(proctor, { minRoots: 1 });
    await agent.propose('R1.A', null);
    expect(await agent.commit({ 'R1.A': 'DRILL' })).not.toHaveProperty('dot');
    const { dot } = await agent.reclassify('R1.A', 'VERIFY', { graph: 'dot' });
    expect(dot).toMatch(/^digraph Investigation \{[^]*rankdir=TB[^]*R1_A[^]*cluster_legend/);
    await agent.propose('R2.A', 'R1.A');
    expect((await agent.commit({ 'R2.A': 'DEAD' }, { graph: 'dot' })).dot).toMatch(/R1_A -> R2_A/);
    expect(await agent.status({ graph: 'dot' })).toMatchObject({ dot: expect.stringContaining('fillcolor="red"') });
  });
});

describe('an investigation that found its answer', () => {
  test('is held back by every blocker at once until the claim is confirmed', async () => {
    const agent = await ScriptedAgent.start(proctor);
    await threeRounds(agent, 'agent-1');
    const told = await agent.refused.end();
    expect(told.map((each) => each.split(' ')[0])).toEqual(
      ['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'INSUFFICIENT_CHILDREN'].concat('NODES_UNSETTLED', 'UNCONFIRMED'),
    );
    const { blockers, endBlocker, ...status } = await agent.status();
    expect(status).toMatchObject({ awaitingConfirmation: 1, canEnd: false });
    expect(blockers.map(({ error }) => `${error} SESSION`)).toEqual(told);
    expect(endBlocker).toMatch(/round.*depth/);

    const last = await lastRound(agent, 'agent-2');
    expect(changedOf(last)).toEqual([
      'R4.A1aX PROPOSED > VALID',
      'R4.A2a1 PROPOSED > DEAD',
      'R4.C1a1 PROPOSED > SPEC',
      'R3.A1a VALID_PENDING > VALID',
    ]);
    expect(last).toMatchObject({ currentRound: 4, roundComplete: true, nextRoundInfo: { nodesRequired: 0 } });
    expect(last.message).toMatch(/tot_end/);
    expect(agent.warnings).toContain('UNVERIFIED_AGENT');
    expect(await agent.status()).toMatchObject({ canEnd: true, endBlocker: null, blockers: [], totalNodes: 17 });
  });

  test('ends solved, and tells how that is known', async () => {
    const agent = await ScriptedAgent.start(proctor);
    await threeRounds(agent, 'agent-3');
    await lastRound(agent, 'agent-4');
    const end = await endOf(agent);
    expect(end).toMatchObject({ outcome: 'solved', totalRounds: 4, totalNodes: 17, deadEnds: 5 });
    expect(end.solutions).toEqual([
      expect.objectContaining({
        nodeId: 'R3.A1a',
        title: 'Look at R3.A1a',
        round: 3,
        findings: expect.stringContaining('The key lacks the tenant'),
        evidence: expect.stringContaining('Ran the reproduction for R3.A1a'),
        confirmers: ['R4.A1aX'],
        claims: { made: 1, refuted: 0, withdrawn: 0 },
      }),
    ]);
    expect(end.theories.map(({ nodeId }) => nodeId)).toEqual(['R4.C1a1']);
    expect(new Map(end.references.map(({ reference, nodes }) => [reference, nodes]))).toEqual(
      new Map([
        ['docs/cache.md', ['R3.A1a']],
        ['https://example.org/cache-keys', ['R3.A1a', 'R3.C1a']],
        ['src/cache/key.ts:41', ['R3.A1a']],
      ]),
    );
    expect(end.finalDot.match(/^ +R\d_\w+ \[/gm)).toHaveLength(17);
    expect(end.finalDot.match(/ -> /g)).toHaveLength(12);
  });

  test('is given the quality that the formula gives', async () => {
    const agent = await ScriptedAgent.start(proctor);
    await threeRounds(agent, 'agent-5');
    await lastRound(agent, 'agent-6');
    const { quality } = await endOf(agent);
    const [depth, breadth, balance, exploration] = [4 / 5, 12 / 10 / 3, 5 / (5 + 2), 9 / 17];
    expect(quality).toMatchObject({ maxDepth: 4, avgBranchingFactor: 1.2 });
    expect(quality.depthScore).toBeCloseTo(depth, 6);
    expect(quality.breadthScore).toBeCloseTo(breadth, 6);
    expect(quality.balanceScore).toBeCloseTo(balance, 6);
    expect(quality.explorationScore).toBeCloseTo(exploration, 6);
    expect(quality.terminalRatio).toBeCloseTo(8 / 17, 6);
    expect(quality.validToDeadRatio).toBeCloseTo(2 / 5, 6);
    expect(quality.avgDepth).toBeCloseTo((1 + 1 + 2 + 3 + 3 + 4 + 4 + 4) / 8, 6);
    const composite = 0.3 * depth + 0.3 * breadth + 0.2 * balance + 0.2 * (1 - exploration);
    expect(quality.compositeScore).toBeCloseTo(composite, 6);
  });

  // An agent pays for every byte it is told: a reply that grows with the tree eats the context it is meant to save.
  test('answers in a kilobyte, as a rule', async () => {
    const agent = await ScriptedAgent.start(proctor);
    await threeRounds(agent, 'agent-7');
    await lastRound(agent, 'agent-8');
    const writing = agent.sizes.map(({ bytes }) => bytes);
    expect(writing).toHaveLength(8);
    expect(median(writing)).toBeLessThanOrEqual(1024);
  });

  // Otherwise what was reported as the answer could be changed after it was read.
  test('can be read but not changed once it has ended', async () => {
    const agent = await ScriptedAgent.start(proctor);
    await threeRounds(agent, 'agent-9');
    await lastRound(agent, 'agent-10');
    await endOf(agent);
    const closed = ['SESSION_ENDED SESSION'];
    expect(await agent.refused.propose('R1.F', null)).toEqual(closed);
    expect(await agent.refused.withdraw('R1.F')).toEqual(closed);
    expect(await agent.refused.commit({ 'R1.A': 'DRILL' })).toEqual(closed);
    expect(await agent.refused.reclassify('R3.A1a', 'DRILL')).toEqual(closed);
    expect(await agent.refused.end()).toEqual(closed);
    expect(await agent.refused.giveUp('It turned out that nobody could tell, after all that was tried.')).toEqual(
      closed,
    );
    expect(await agent.status()).toMatchObject({ phase: 'ended', outcome: 'solved', canEnd: false });
  });
});
