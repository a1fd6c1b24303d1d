import { oneServer } from '../testing/one-server.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

const proctor = oneServer();

/** A claim in round 3, alone in its round, waiting for confirmers. */
async function claim(): Promise<ScriptedAgent> {
  const agent = await ScriptedAgent.start(proctor, { minRoots: 1 });
  await agent.chain('VERIFY VERIFY VALID_PENDING');
  return agent;
}

const claimsOf = async (agent: ScriptedAgent, id: string) =>
  ((await agent.node(id))['claims'] as { outcome: string }[]).map(({ outcome }) => outcome);

const moves = ({ changed }: { changed: { nodeId: string; from: string | null; to: string | null; why: string }[] }) =>
  changed.map(({ nodeId, from, to, why }) => `${nodeId} ${from} > ${to}, ${why}`);

describe('a claim', () => {
  test('is confirmed by a single confirmer, even one that is alone in round 4', async () => {
    const agent = await claim();
    await agent.propose('R4.A', 'R3.A');
    expect(moves(await agent.commit({ 'R4.A': 'VALID' }))).toEqual([
      'R4.A PROPOSED > VALID, committed',
      'R3.A VALID_PENDING > VALID, claim confirmed',
    ]);
  });

  test('waits for all of its confirmers', async () => {
    const agent = await claim();
    await agent.propose('R4.A R4.B R4.C', 'R3.A');
    await agent.commit({ 'R4.A': 'VALID' });
    await agent.commit({ 'R4.B': 'VALID', 'R4.C': 'VERIFY' });
    expect(await agent.states('R3.A')).toEqual(['VALID_PENDING']);
    expect(await agent.status()).toMatchObject({ awaitingConfirmation: 1 });
    await agent.reclassify('R4.C', 'VALID_PENDING');
    await agent.propose('R5.C', 'R4.C');
    await agent.commit({ 'R5.C': 'VALID' });
    expect(await agent.states('R3.A R4.C')).toEqual(['VALID', 'VALID']);
  });

  // A refutation that a later (or earlier, or simultaneous) yes can outvote is no refutation: the user would be told
  // "solved" for a claim that its own check contradicts.
  test.each<[string, Record<string, string>[]]>([
    ['first', [{ 'R4.B': 'DEAD' }, { 'R4.A': 'VALID', 'R4.C': 'VALID' }]],
    ['last', [{ 'R4.A': 'VALID' }, { 'R4.C': 'VALID' }, { 'R4.B': 'DEAD' }]],
    ['in the middle', [{ 'R4.A': 'VALID' }, { 'R4.B': 'DEAD' }, { 'R4.C': 'VALID' }]],
    ['in the same call', [{ 'R4.A': 'VALID', 'R4.B': 'DEAD', 'R4.C': 'VALID' }]],
  ])('is refuted by one DEAD confirmer that comes %s', async (_when, commits) => {
    const agent = await claim();
    await agent.propose('R4.A R4.B R4.C', 'R3.A');
    for (const results of commits) await agent.commit(results);
    expect(await agent.states('R3.A R4.A R4.B R4.C')).toEqual(['DRILL', 'VALID', 'DEAD', 'VALID']);
    expect(await claimsOf(agent, 'R3.A')).toEqual(['refuted']);
    expect(await agent.status()).toMatchObject({ awaitingConfirmation: 0 });
  });

  test('that was refuted can be made again, and only new confirmers count', async () => {
    const agent = await claim();
    await agent.propose('R4.A R4.B', 'R3.A');
    await agent.commit({ 'R4.A': 'VALID', 'R4.B': 'DEAD' });
    await agent.reclassify('R3.A', 'VERIFY');
    await agent.reclassify('R3.A', 'VALID_PENDING', { evidence: undefined });
    expect(await agent.states('R3.A')).toEqual(['VALID_PENDING']);
    expect(await agent.status()).toMatchObject({ nodesInQueue: 1 });
    await agent.propose('R4.C', 'R3.A');
    await agent.commit({ 'R4.C': 'VALID' });
    expect(await agent.states('R3.A')).toEqual(['VALID']);
    expect(await claimsOf(agent, 'R3.A')).toEqual(['refuted', 'confirmed']);
  });

  test('that was withdrawn is refuted all the same by a confirmer that comes back DEAD', async () => {
    const agent = await claim();
    await agent.propose('R4.A R4.B', 'R3.A');
    expect(await agent.refused.withdraw('R4.A')).toEqual(['NOT_WITHDRAWABLE R4.A']);
    await agent.reclassify('R3.A', 'DRILL');
    expect(await claimsOf(agent, 'R3.A')).toEqual(['withdrawn']);
    expect(moves(await agent.commit({ 'R4.A': 'DEAD' }))).toEqual(['R4.A PROPOSED > DEAD, committed']);
    expect(await claimsOf(agent, 'R3.A')).toEqual(['refuted']);
    expect(await agent.states('R3.A')).toEqual(['DRILL']);
  });

  test('that has fallen leaves its confirmers free to be committed, but not as a theory', async () => {
    const agent = await claim();
    await agent.propose('R4.A R4.B R4.C R4.D R4.E', 'R3.A');
    await agent.commit({ 'R4.A': 'DEAD' });
    expect(await agent.refused.commit({ 'R4.B': 'SPEC' })).toEqual(['CONFIRMATION_EXPECTED R4.B']);
    const late = { 'R4.B': 'VALID', 'R4.C': 'DRILL', 'R4.D': 'VALID_PENDING', 'R4.E': 'DEAD' };
    expect(moves(await agent.commit(late))).toHaveLength(4);
    expect(await agent.states('R3.A')).toEqual(['DRILL']);
    expect(await claimsOf(agent, 'R3.A')).toEqual(['refuted']);
  });

  test('can be made three times, never a fourth', async () => {
    const agent = await claim();
    for (const next of 'DRILL VERIFY VALID_PENDING DRILL VERIFY VALID_PENDING DRILL VERIFY'.split(' '))
      await agent.reclassify('R3.A', next);
    expect(await agent.refused.reclassify('R3.A', 'VALID_PENDING')).toEqual(['CLAIMS_EXHAUSTED R3.A']);
    expect(await claimsOf(agent, 'R3.A')).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
  });
});

describe('a confirmer', () => {
  test('answers yes or no, or keeps looking; a theory is no answer', async () => {
    const agent = await claim();
    await agent.propose('R4.A', 'R3.A');
    expect(await agent.refused.commit({ 'R4.A': 'SPEC' })).toEqual(['CONFIRMATION_EXPECTED R4.A']);
    await agent.commit({ 'R4.A': 'VERIFY' });
    expect(await agent.refused.reclassify('R4.A', 'SPEC')).toEqual(['CONFIRMATION_EXPECTED R4.A']);
  });

  test('is not the agent that made the claim, in this session or from another one', async () => {
    const agent = await ScriptedAgent.start(proctor, { minRoots: 1 });
    await agent.chain('VERIFY VERIFY');
    await agent.propose('R3.A', 'R2.A');
    await agent.commit({ 'R3.A': { state: 'VALID_PENDING', agentId: 'self-1' } });
    await agent.propose('R4.A', 'R3.A');
    expect(await agent.refused.commit({ 'R4.A': { state: 'VALID', agentId: 'self-1' } })).toEqual([
      'SELF_CONFIRM R4.A',
      'REUSED_AGENT R4.A',
    ]);
    const other = await ScriptedAgent.start(proctor, { minRoots: 1 });
    await other.propose('R1.A', null);
    expect(await other.refused.commit({ 'R1.A': { state: 'DRILL', agentId: 'self-1' } })).toEqual([
      'REUSED_AGENT R1.A',
    ]);
    expect(other.errors[0]!.message).toContain(agent.sessionId);
    await agent.commit({ 'R4.A': { state: 'VALID', agentId: 'self-2' } });
    expect(await agent.states('R3.A')).toEqual(['VALID']);
  });

  // Found after the end, a doubt about a confirmer would otherwise leave "solved" standing on nothing.
  test('that is itself a claim confirms upward when confirmed, and takes that back when reopened', async () => {
    const agent = await claim();
    await agent.plant('R4.A', 'R3.A', 'VALID_PENDING');
    await agent.propose('R5.A', 'R4.A');
    expect(moves(await agent.commit({ 'R5.A': 'VALID' }))).toEqual([
      'R5.A PROPOSED > VALID, committed',
      'R4.A VALID_PENDING > VALID, claim confirmed',
      'R3.A VALID_PENDING > VALID, claim confirmed',
    ]);

    expect(moves(await agent.reclassify('R5.A', 'DRILL'))).toEqual([
      'R5.A VALID > DRILL, reclassified',
      'R4.A VALID > VALID_PENDING, confirmer reopened',
      'R3.A VALID > VALID_PENDING, confirmer reopened',
    ]);
    expect(await claimsOf(agent, 'R3.A')).toEqual(['standing']);
    expect(await agent.status()).toMatchObject({ awaitingConfirmation: 2 });

    await agent.reclassify('R5.A', 'VERIFY');
    await agent.reclassify('R5.A', 'VALID_PENDING');
    await agent.propose('R6.A', 'R5.A');
    expect(moves(await agent.commit({ 'R6.A': 'VALID' })).slice(1)).toEqual([
      'R5.A VALID_PENDING > VALID, claim confirmed',
      'R4.A VALID_PENDING > VALID, claim confirmed',
      'R3.A VALID_PENDING > VALID, claim confirmed',
    ]);
    expect(await claimsOf(agent, 'R3.A')).toEqual(['confirmed']);
  });

  test('that is reopened and then found DEAD refutes what it once confirmed', async () => {
    const agent = await claim();
    await agent.plant('R4.A', 'R3.A', 'VALID');
    await agent.reclassify('R4.A', 'DRILL');
    expect(moves(await agent.reclassify('R4.A', 'DEAD'))).toEqual([
      'R4.A DRILL > DEAD, reclassified',
      'R3.A VALID_PENDING > DRILL, claim refuted',
    ]);
  });

  test('is never the solution, whatever claim of its own was confirmed', async () => {
    const agent = await ScriptedAgent.start(proctor, { minRoots: 1 });
    await agent.plant('R1.A', null, 'DRILL');
    await agent.plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY VERIFY DEAD');
    await agent.plant('R3.B', 'R2.B', 'DEAD');
    await agent.plant('R3.A', 'R2.A', 'VALID_PENDING');
    await agent.reclassify('R3.A', 'DRILL');
    await agent.reclassify('R3.A', 'VERIFY');
    await agent.reclassify('R3.A', 'VALID_PENDING');
    await agent.plant('R4.A', 'R3.A', 'DEAD');
    await agent.reclassify('R3.A', 'VERIFY');
    await agent.reclassify('R3.A', 'VALID_PENDING');
    await agent.plant('R4.B', 'R3.A', 'VALID_PENDING');
    await agent.plant('R5.B', 'R4.B', 'VALID');
    const end = await agent.end();
    expect(end.outcome).toBe('solved');
    expect(end.solutions).toEqual([
      expect.objectContaining({
        nodeId: 'R3.A',
        confirmers: ['R4.B'],
        claims: { made: 3, refuted: 1, withdrawn: 1 },
      }),
    ]);
  });
});
