import { oneServer } from '../testing/one-server.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

/** Every code a call can meet under `classic`, written by hand: no locks, no claims, no evidence, no ratio, no score. */
const everyCode = [
  ...['SESSION_NOT_FOUND', 'SESSION_ENDED', 'BATCH_OVERFLOW', 'DUPLICATE_IN_BATCH', 'DUPLICATE_ID'],
  ...['INVALID_ID_FORMAT', 'ROUND_MISMATCH', 'PARENT_NOT_FOUND', 'TERMINAL_PARENT', 'INSUFFICIENT_ROOTS'],
  ...['NOT_WITHDRAWABLE', 'NOT_PROPOSED', 'ALREADY_COMMITTED', 'UNKNOWN_STATE', 'REUSED_AGENT', 'NODE_NOT_FOUND'],
  ...['ILLEGAL_TRANSITION', 'HAS_CHILDREN', 'EMPTY', 'ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'RECOVERY_REQUIRED'],
  ...['PENDING_PROPOSALS', 'INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED', 'REASON_TOO_SHORT'],
];

const proctor = oneServer();
const agents: ScriptedAgent[] = [];

async function start(minRoots = 1): Promise<ScriptedAgent> {
  const agent = await ScriptedAgent.start(proctor, { protocol: 'classic', minRoots });
  agents.push(agent);
  return agent;
}

const codes = (told: string[]) => told.map((each) => each.split(' ')[0]);
/** Nothing to show and nobody to answer for it: enough for this protocol. */
const bare = (state: string) => ({ state, evidence: undefined });

test('an investigation goes from its question to its answer in three rounds', async () => {
  const agent = await ScriptedAgent.start(proctor, { protocol: 'classic' });
  expect(agent.started).toMatchObject({ protocol: 'classic', minRoots: 5 });
  await agent.propose('R1.A R1.B R1.C R1.D R1.E', null);
  const first = await agent.commit({
    'R1.A': 'DRILL',
    'R1.B': bare('DEAD'),
    'R1.C': bare('DEAD'),
    'R1.D': bare('SPEC'),
    'R1.E': 'VERIFY',
  });
  expect(first.nextRoundInfo).toMatchObject({ round: 2, nodesRequired: 3, totalBatches: 1 });
  await agent.proposeAll({ 'R2.A1': 'R1.A', 'R2.A2': 'R1.A', 'R2.E1': 'R1.E' });
  await agent.commit({ 'R2.A1': 'VERIFY', 'R2.A2': bare('DEAD'), 'R2.E1': bare('VALID') });
  expect(codes(await agent.refused.end())).toEqual(
    ['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW'].concat('INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED'),
  );
  await agent.propose('R3.A1a', 'R2.A1');
  const last = await agent.commit({ 'R3.A1a': { ...bare('VALID'), findings: 'It is in lib/pool.py:7.' } });
  expect(last).toMatchObject({ currentRound: 3, roundComplete: true });
  const end = await agent.end();
  expect(end).toMatchObject({ outcome: 'solved', totalRounds: 3, totalNodes: 9, deadEnds: 3 });
  expect(end.solutions.map(({ nodeId }) => nodeId).sort()).toEqual(['R2.E1', 'R3.A1a']);
  expect(end.theories.map(({ nodeId }) => nodeId)).toEqual(['R1.D']);
  expect(end.references).toEqual([{ reference: 'lib/pool.py:7', nodes: ['R3.A1a'] }]);
  expect(end.quality.compositeScore).toBeGreaterThan(0);
  expect(await agent.refused.propose('R1.F', null)).toEqual(['SESSION_ENDED SESSION']);
});

test('an investigation ends however poor its score, with or without an answer', async () => {
  const lucky = await start();
  await lucky.chain('VERIFY VERIFY VALID');
  const end = await lucky.end();
  expect(end).toMatchObject({ outcome: 'solved', deadEnds: 0 });
  expect(end.quality.compositeScore).toBeLessThan(0.5);
  const luckless = await start();
  await luckless.chain('VERIFY VERIFY DEAD');
  expect(await luckless.end()).toMatchObject({ outcome: 'no_solution', solutions: [], deadEnds: 1 });
});

test('a node goes from any state to any other, without a reason', async () => {
  const agent = await start();
  await agent.plant('R1.A', null, 'DRILL');
  const none = { reason: undefined, evidence: undefined };
  for (const state of 'VALID DEAD SPEC VERIFY DEAD DRILL SPEC VALID VERIFY SPEC DEAD VALID DRILL VERIFY DRILL'.split(
    ' ',
  ))
    expect(await agent.reclassify('R1.A', state, none)).toMatchObject({ nodeId: 'R1.A', newState: state });
});

test('the same evidence may serve two nodes, and a round may be concluded as a whole', async () => {
  const agent = await start(5);
  await agent.propose('R1.A R1.B R1.C R1.D R1.E', null);
  const same = { state: 'DEAD', evidence: 'Nothing was found in any of these places, whoever looked.' };
  await agent.commit({ 'R1.A': same, 'R1.B': same, 'R1.C': same, 'R1.D': same, 'R1.E': bare('VALID') });
  expect(codes(await agent.refused.end())).toEqual(['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'RECOVERY_REQUIRED']);
  await agent.reclassify('R1.A', 'DRILL');
  expect(codes(await agent.refused.end())).not.toContain('RECOVERY_REQUIRED');
});

test('a proposal is refused for the same reasons as anywhere', async () => {
  const agent = await start(2);
  expect(codes(await agent.refused.end())).toEqual(['EMPTY']);
  await agent.plant('R1.A', null, 'DRILL');
  expect(await agent.refused.propose('R2.A', 'R1.A')).toEqual(['INSUFFICIENT_ROOTS BATCH']);
  expect(codes(await agent.refused.end())).toContain('INSUFFICIENT_ROOTS');
  await agent.plant('R1.B', null, 'VALID');
  expect(await agent.refused.propose('R1.C R1.D R1.E R1.F R1.G R1.H', null)).toEqual(['BATCH_OVERFLOW BATCH']);
  expect(await agent.refused.propose('R1.C R1.C', null)).toEqual(['DUPLICATE_IN_BATCH R1.C']);
  expect(await agent.refused.propose('R1.A', null)).toEqual(['DUPLICATE_ID R1.A']);
  expect(await agent.refused.propose('root', null)).toEqual(['INVALID_ID_FORMAT root']);
  expect(await agent.refused.propose('R4.A', 'R1.A')).toEqual(['ROUND_MISMATCH R4.A']);
  expect(await agent.refused.propose('R2.A', 'R1.Z')).toEqual(['PARENT_NOT_FOUND R2.A']);
  expect(await agent.refused.propose('R2.B', 'R1.B')).toEqual(['TERMINAL_PARENT R2.B']);
  expect(await agent.refused.withdraw('R1.A R1.Z')).toEqual(['NOT_WITHDRAWABLE R1.A', 'NOT_WITHDRAWABLE R1.Z']);
  await agent.propose('R2.A', 'R1.A');
  expect(codes(await agent.refused.end())).toContain('PENDING_PROPOSALS');
  expect(await agent.refused.reclassify('R1.A', 'DEAD')).toEqual(['HAS_CHILDREN R1.A']);
  await agent.withdraw('R2.A');
  await agent.reclassify('R1.A', 'DEAD');
  const nobody = { sessionId: 's-00000000000000000000' };
  expect(await agent.refused.propose('R1.C', null, nobody)).toEqual(['SESSION_NOT_FOUND SESSION']);
});

test('a result is refused for the same reasons as anywhere, claims being foreign', async () => {
  const agent = await start();
  await agent.propose('R1.A R1.B', null);
  await agent.commit({ 'R1.A': { state: 'DRILL', agentId: 'classic-1' } });
  expect(await agent.refused.commit({ 'R1.B': 'VALID_PENDING' })).toEqual(['UNKNOWN_STATE R1.B']);
  expect(agent.errors[0]!.suggestion).toContain('DRILL, VERIFY, VALID, DEAD, SPEC');
  expect(await agent.refused.commit({ 'R1.A': 'DEAD', 'R1.Z': 'DEAD' })).toEqual([
    'NOT_PROPOSED R1.Z',
    'ALREADY_COMMITTED R1.A',
  ]);
  expect(await agent.refused.commit({ 'R1.B': { state: 'DRILL', agentId: 'classic-1' } })).toEqual([
    'REUSED_AGENT R1.B',
  ]);
  expect(await agent.refused.reclassify('R1.A', 'DRILL')).toEqual(['ILLEGAL_TRANSITION R1.A']);
  expect(agent.errors[0]!.suggestion).toMatch(/VERIFY.*VALID.*DEAD.*SPEC/);
  expect(await agent.refused.reclassify('R1.A', 'VALID_PENDING')).toEqual(['UNKNOWN_STATE R1.A']);
  expect(await agent.refused.reclassify('R1.B', 'DRILL')).toEqual(['NODE_NOT_FOUND R1.B']);
  expect(await agent.refused.giveUp('too short')).toEqual(['REASON_TOO_SHORT SESSION']);
  expect(await agent.giveUp('Two looks were taken, neither of them led anywhere worth a third.')).toMatchObject({
    outcome: 'inconclusive',
  });
  expect(await agent.refused.end()).toEqual(['SESSION_ENDED SESSION']);
});

test('every code there is was met on the way', () => {
  const seen = new Set(agents.flatMap((each) => [...each.codes]));
  expect([...seen].sort()).toEqual(everyCode.toSorted());
});

test('a protocol there is not is refused with those there are', async () => {
  const reply = await proctor.call('tot_start', { query: 'Why?', protocol: 'lenient' });
  expect(reply.codes).toEqual(['UNKNOWN_PROTOCOL']);
  expect(reply.data.errors[0].suggestion).toMatch(/(?=.*classic)(?=.*multi-gate)/);
});
