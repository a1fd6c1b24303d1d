import { oneServer } from '../testing/one-server.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

const proctor = oneServer();

const start = (minRoots = 1) => ScriptedAgent.start(proctor, { minRoots });
const named = (count: number, round = 1) => Array.from({ length: count }, (_, index) => `R${round}.N${index}`);

function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

async function someAtATime<T>(all: readonly T[], call: (each: T) => Promise<unknown>): Promise<void> {
  for (const some of batches(all, 10)) await Promise.all(some.map(call));
}

describe('the ratio of a round', () => {
  test.each([
    { round: 1, of: 5, most: 2, next: '3 of 5' },
    { round: 2, of: 3, most: 1, next: '2 of 3' },
    { round: 3, of: 4, most: 2, next: '3 of 4' },
    { round: 4, of: 10, most: 7, next: '8 of 10' },
  ])('refuses to conclude more than $most of $of nodes in round $round', async ({ round, of, most, next }) => {
    const agent = await start();
    if (round > 1) await agent.chain(Array.from({ length: round - 1 }, () => 'VERIFY').join(' '));
    const parent = round === 1 ? null : `R${round - 1}.A`;
    const ids = named(of, round);
    for (let from = 0; from < of; from += 5) await agent.propose(ids.slice(from, from + 5).join(' '), parent);
    const dead = (count: number) => Object.fromEntries(ids.slice(0, count).map((id) => [id, 'DEAD']));
    expect(await agent.refused.commit(dead(most + 1))).toEqual(['TERMINAL_RATIO_EXCEEDED BATCH']);
    expect(agent.errors[0]!.message).toContain(next);
    await agent.commit(dead(most));
    const [another] = ids.slice(most);
    expect(await agent.refused.commit({ [another!]: 'DEAD' })).toEqual(['TERMINAL_RATIO_EXCEEDED BATCH']);
    await agent.commit({ [another!]: 'DRILL' });
    expect(await agent.refused.reclassify(another!, 'DEAD')).toEqual(['TERMINAL_RATIO_EXCEEDED BATCH']);
  });

  test('knows no ratio in a round of two, or below round 4', async () => {
    const agent = await start();
    await agent.chain('VERIFY');
    await agent.plant('R2.A R2.B', 'R1.A', 'DEAD');
    await agent.chain('VERIFY VERIFY VERIFY VERIFY', 'Z');
    await agent.plant('R5.A R5.B R5.C', 'R4.Z', 'DEAD');
  });
});

describe('a claim and its round', () => {
  test('a standing claim counts as concluded, those proposed to confirm it do not count', async () => {
    const agent = await start();
    await agent.chain('VERIFY VERIFY');
    await agent.propose('R3.A R3.B R3.C R3.D', 'R2.A');
    await agent.commit({ 'R3.A': 'VALID_PENDING', 'R3.B': 'DEAD' });
    expect(await agent.refused.commit({ 'R3.C': 'VALID_PENDING' })).toEqual(['TERMINAL_RATIO_EXCEEDED BATCH']);
    await agent.propose('R4.A R4.B R4.C', 'R3.A');
    await agent.commit({ 'R4.A': 'VALID', 'R4.B': 'VALID', 'R4.C': 'VALID' });
    expect(await agent.states('R3.A')).toEqual(['VALID']);
  });

  test('a suggestion says how many more nodes would make room', async () => {
    const agent = await start();
    await agent.plant('R1.A', null, 'VERIFY');
    await agent.propose('R2.A R2.B R2.C', 'R1.A');
    expect(await agent.refused.commit({ 'R2.A': 'DEAD', 'R2.B': 'DEAD' })).toEqual(['TERMINAL_RATIO_EXCEEDED BATCH']);
    expect(agent.errors[0]!.suggestion).toContain('3 more');
    await agent.propose('R2.D R2.E R2.F', 'R1.A');
    await agent.commit({ 'R2.A': 'DEAD', 'R2.B': 'DEAD' });
  });
});

describe('a session at its limits', () => {
  test('goes 32 rounds deep, warns at the bottom, and no deeper', async () => {
    const agent = await start();
    await agent.chain(Array.from({ length: 32 }, () => 'VERIFY').join(' '));
    expect(agent.warnings).toContain('LIMIT_NEAR');
    expect(await agent.refused.propose('R33.A', 'R32.A')).toEqual(['DEPTH_LIMIT R33.A']);
    expect(await agent.status()).toMatchObject({ currentRound: 32, totalNodes: 32 });
  });

  // A reply that grows with the tree would, at this size, be larger than the whole context of the agent that reads it.
  test('holds 5,000 nodes, and its replies stay as small as ever', async () => {
    const agent = await start();
    const ids = named(5000);
    await someAtATime(batches(ids, 5), (batch) => agent.propose(batch.join(' '), null));
    expect(await agent.refused.propose('R1.more', null)).toEqual(['NODE_LIMIT BATCH']);
    await someAtATime(batches(ids, 50), (batch) => agent.commit(Object.fromEntries(batch.map((id) => [id, 'DRILL']))));
    expect(agent.warnings).toContain('LIMIT_NEAR');
    expect(await agent.reclassify('R1.N4999', 'VERIFY')).toMatchObject({ newState: 'VERIFY' });
    expect(await agent.status()).toMatchObject({ totalNodes: 5000, nodesInQueue: 4999 * 3 + 1 });
    const seen = new Set<string>();
    for (let cursor: string | undefined = '0'; cursor !== undefined;) {
      const page = await agent.status({ detail: 'full', cursor });
      for (const { nodeId } of page['nodes'] as { nodeId: string }[]) seen.add(nodeId);
      cursor = page['nextCursor'] as string | undefined;
    }
    expect(seen.size).toBe(5000);
    expect(await agent.status({ graph: 'dot' })).not.toHaveProperty('dot');
    const end = await agent.giveUp('Five thousand ideas and nobody to look at them: this was never a search.');
    expect(end.finalDot).toBe(`session://${agent.sessionId}/graph.dot`);
  });
});
