import { oneServer } from '../testing/one-server.js';
import { evidenceFor, resultOf, ScriptedAgent } from '../testing/scripted-agent.js';

/** Every code a call can meet under `multi-gate`, written by hand from the tables; limits have a file of their own. */
const everyCode = [
  ...[
    'BATCH_OVERFLOW',
    'DUPLICATE_IN_BATCH',
    'DUPLICATE_ID',
    'INVALID_ID_FORMAT',
    'ROUND_MISMATCH',
    'SESSION_NOT_FOUND',
  ],
  ...['PARENT_NOT_FOUND', 'TERMINAL_PARENT', 'INSUFFICIENT_ROOTS', 'NOT_WITHDRAWABLE', 'SESSION_ENDED'],
  ...['NOT_PROPOSED', 'ALREADY_COMMITTED', 'UNKNOWN_STATE', 'STATE_LOCKED', 'PIPELINE_SKIPPED'],
  ...['CONFIRMATION_EXPECTED', 'CLAIMS_EXHAUSTED', 'SELF_CONFIRM', 'REUSED_AGENT', 'MISSING_EVIDENCE'],
  ...['DUPLICATE_EVIDENCE', 'TERMINAL_RATIO_EXCEEDED', 'NODE_NOT_FOUND', 'ILLEGAL_TRANSITION', 'HAS_CHILDREN'],
  ...['MISSING_REASON', 'EMPTY', 'ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'RECOVERY_REQUIRED', 'PENDING_PROPOSALS'],
  ...['INSUFFICIENT_CHILDREN', 'NODES_UNSETTLED', 'UNCONFIRMED', 'QUALITY_TOO_LOW', 'TOO_NARROW', 'REASON_TOO_SHORT'],
];

const proctor = oneServer();
const agents: ScriptedAgent[] = [];

async function start(minRoots = 1): Promise<ScriptedAgent> {
  const agent = await ScriptedAgent.start(proctor, { minRoots });
  agents.push(agent);
  return agent;
}

const named = (count: number, round = 1) => Array.from({ length: count }, (_, index) => `R${round}.N${index}`);

describe('a proposal is refused', () => {
  test('when there are more than five in a batch', async () => {
    const agent = await start();
    expect(await agent.refused.propose(named(6).join(' '), null)).toEqual(['BATCH_OVERFLOW BATCH']);
    await agent.propose(named(5).join(' '), null);
  });

  test('when its id is taken, twice in the batch or no id at all', async () => {
    const agent = await start();
    await agent.plant('R1.A', null, 'VERIFY');
    await agent.propose('R1.B', null);
    expect(await agent.refused.propose('R1.C R1.C', null)).toEqual(['DUPLICATE_IN_BATCH R1.C']);
    expect(await agent.refused.propose('R1.A R1.B', null)).toEqual(['DUPLICATE_ID R1.A', 'DUPLICATE_ID R1.B']);
    for (const id of ['R0.A', 'R01.A', 'r1.A', 'R1', 'R1.', 'R1.A-b', 'R1.é', `R1.${'a'.repeat(33)}`, '../x', 'R1.A\n'])
      expect(await agent.refused.proposeAll({ [id]: null })).toEqual([expect.stringMatching(/^INVALID_ID_FORMAT /)]);
    await agent.propose(`R1.${'a'.repeat(32)} R1.a`, null);
  });

  // Otherwise an agent gets deep by naming a root R5.A.
  test('when its round is not its depth', async () => {
    const agent = await start();
    await agent.plant('R1.A', null, 'VERIFY');
    expect(await agent.refused.propose('R5.A', null)).toEqual(['ROUND_MISMATCH R5.A']);
    expect(await agent.refused.propose('R1.B', 'R1.A')).toEqual(['ROUND_MISMATCH R1.B']);
    expect(await agent.refused.propose('R3.A', 'R1.A')).toEqual(['ROUND_MISMATCH R3.A']);
  });

  test('when its parent is unknown, not yet committed, or concluded', async () => {
    const agent = await start();
    await agent.plant('R1.A', null, 'DEAD');
    await agent.propose('R1.B', null);
    expect(await agent.refused.propose('R2.X', 'R1.X')).toEqual(['PARENT_NOT_FOUND R2.X']);
    expect(await agent.refused.propose('R2.B', 'R1.B')).toEqual(['PARENT_NOT_FOUND R2.B']);
    expect(await agent.refused.propose('R2.A', 'R1.A')).toEqual(['TERMINAL_PARENT R2.A']);
    expect(agent.errors[0]!.suggestion).toContain('tot_reclassify');
    expect(await agent.refused.proposeAll({ 'R2.X': 'R1.X', 'R2.A': 'R1.A', 'R7.C': null })).toHaveLength(3);
  });

  test('when what it takes back is committed, unknown, or holds its round to the ratio', async () => {
    const agent = await start(5);
    await agent.propose('R1.A R1.B R1.C R1.D R1.E', null);
    await agent.commit({ 'R1.A': 'DEAD', 'R1.B': 'DEAD' });
    expect(await agent.refused.commit({ 'R1.C': 'DEAD' })).toEqual(['TERMINAL_RATIO_EXCEEDED BATCH']);
    expect(await agent.refused.withdraw('R1.A R1.X')).toEqual(['NOT_WITHDRAWABLE R1.A', 'NOT_WITHDRAWABLE R1.X']);
    expect(await agent.refused.withdraw('R1.D R1.E')).toEqual([expect.stringMatching(/^NOT_WITHDRAWABLE /)]);
    expect(await agent.propose('R1.F', null, { withdraw: ['R1.E'] })).toMatchObject({ approvedNodes: ['R1.F'] });
    await agent.propose('R1.E', null);
    expect(await agent.refused.propose('R2.E', 'R1.E')).toEqual(['PARENT_NOT_FOUND R2.E']);
  });
});

describe('a commit is refused', () => {
  test('when it is too large, repeats itself, or names what was not proposed', async () => {
    const agent = await start();
    await agent.plant('R1.A', null, 'DRILL');
    const many = named(51).map((id) => resultOf(id, 'DRILL'));
    const told = await agent.refused.commitAll(many);
    expect(told).toHaveLength(20);
    expect(told.slice(0, 2)).toEqual(['BATCH_OVERFLOW BATCH', 'NOT_PROPOSED R1.N0']);
    await agent.propose('R1.B', null);
    const twice = [resultOf('R1.B', 'DRILL'), resultOf('R1.B', 'VERIFY')];
    expect(await agent.refused.commitAll(twice)).toEqual(['DUPLICATE_IN_BATCH R1.B']);
    expect(await agent.refused.commit({ 'R1.A': 'VERIFY', 'R1.X': 'DRILL' })).toEqual([
      'NOT_PROPOSED R1.X',
      'ALREADY_COMMITTED R1.A',
    ]);
  });

  test('when a state is foreign, not open yet, or to be claimed first', async () => {
    const agent = await start();
    await agent.chain('VERIFY');
    await agent.propose('R2.A R2.B R2.C R2.D', 'R1.A');
    expect(await agent.refused.commit({ 'R2.A': 'FOUND', 'R2.B': 'PROPOSED', 'R2.C': 'drill' })).toEqual([
      'UNKNOWN_STATE R2.A',
      'UNKNOWN_STATE R2.B',
      'UNKNOWN_STATE R2.C',
    ]);
    expect(agent.errors[0]!.suggestion).toMatch(/DRILL, VERIFY, VALID_PENDING, VALID, DEAD, SPEC/);
    for (const state of ['VALID_PENDING', 'SPEC'])
      expect(await agent.refused.commit({ 'R2.A': state })).toContain('STATE_LOCKED R2.A');
    await agent.commit({ 'R2.A': 'VERIFY' });
    await agent.propose('R3.A', 'R2.A');
    expect(await agent.refused.commit({ 'R3.A': 'VALID' })).toEqual(['PIPELINE_SKIPPED R3.A']);
  });

  test('when a conclusion has less than fifty characters to show, blanks not counted', async () => {
    const agent = await start();
    await agent.propose('R1.A', null);
    const blanks = `${'x'.repeat(24)}${' \n'.repeat(30)}${'y'.repeat(24)}`;
    for (const evidence of [undefined, '', 'x'.repeat(49), blanks])
      expect(await agent.refused.commit({ 'R1.A': { state: 'DEAD', evidence } })).toEqual(['MISSING_EVIDENCE R1.A']);
    await agent.commit({ 'R1.A': { state: 'DEAD', evidence: 'x'.repeat(50) } });
  });

  test('when its evidence is that of another node, in whatever spelling', async () => {
    const agent = await start();
    const text = evidenceFor('both');
    await agent.propose('R1.A R1.B R1.C', null);
    await agent.commit({ 'R1.A': { state: 'VERIFY', evidence: text } });
    const shouted = `  ${text.toUpperCase().replaceAll(' ', '\n ')} `;
    expect(await agent.refused.commit({ 'R1.B': { state: 'DEAD', evidence: shouted } })).toEqual([
      'DUPLICATE_EVIDENCE R1.B',
    ]);
    const same = { state: 'DEAD', evidence: evidenceFor('one batch') };
    expect(await agent.refused.commit({ 'R1.B': same, 'R1.C': same })).toContain('DUPLICATE_EVIDENCE R1.C');
    await agent.reclassify('R1.A', 'DRILL', { evidence: evidenceFor('R1.A') });
    await agent.commit({ 'R1.B': { state: 'DEAD', evidence: shouted } });
  });
});

describe('a reclassification is refused', () => {
  test('alone, with the edges there are, when the chart has no such edge', async () => {
    const agent = await start();
    await agent.chain('VERIFY VERIFY VALID_PENDING VALID');
    const none = { reason: undefined, evidence: undefined };
    expect(await agent.refused.reclassify('R1.A', 'VALID', none)).toEqual(['ILLEGAL_TRANSITION R1.A']);
    expect(agent.errors[0]!.suggestion).toMatch(/VERIFY.*DRILL.*VALID_PENDING.*DEAD.*SPEC/);
    expect(await agent.refused.reclassify('R1.A', 'VERIFY', none)).toEqual(['ILLEGAL_TRANSITION R1.A']);
    expect(await agent.refused.reclassify('R3.A', 'DEAD', none)).toEqual(['ILLEGAL_TRANSITION R3.A']);
    expect(agent.errors[0]!.suggestion).toMatch(/VALID you can go to DRILL\.$/);
    expect(await agent.refused.reclassify('R4.A', 'VERIFY', none)).toEqual(['ILLEGAL_TRANSITION R4.A']);
  });

  test('when the node or the state is unknown, or no reason is given', async () => {
    const agent = await start();
    await agent.plant('R1.A', null, 'DRILL');
    await agent.propose('R1.B', null);
    expect(await agent.refused.reclassify('R1.X', 'VERIFY')).toEqual(['NODE_NOT_FOUND R1.X']);
    expect(await agent.refused.reclassify('R1.B', 'VERIFY')).toEqual(['NODE_NOT_FOUND R1.B']);
    expect(await agent.refused.reclassify('R1.A', 'EXPLORE')).toEqual(['UNKNOWN_STATE R1.A']);
    for (const reason of [undefined, ' \n'])
      expect(await agent.refused.reclassify('R1.A', 'VERIFY', { reason })).toEqual(['MISSING_REASON R1.A']);
  });

  // Otherwise a refused commit becomes an accepted DRILL followed by the very change that was refused.
  test('wherever a commit would be: lock, evidence, ratio, claims, children', async () => {
    const agent = await start();
    await agent.chain('VERIFY DRILL');
    expect(await agent.refused.reclassify('R2.A', 'SPEC')).toEqual(['STATE_LOCKED R2.A']);
    await agent.reclassify('R2.A', 'VERIFY');
    expect(await agent.refused.reclassify('R2.A', 'VALID_PENDING')).toEqual(['STATE_LOCKED R2.A']);
    expect(await agent.refused.reclassify('R2.A', 'DEAD', { evidence: undefined })).toEqual(['MISSING_EVIDENCE R2.A']);
    await agent.plant('R1.B', null, 'DEAD');
    const copied = { evidence: evidenceFor('R1.B') };
    expect(await agent.refused.reclassify('R2.A', 'DEAD', copied)).toEqual(['DUPLICATE_EVIDENCE R2.A']);
    await agent.propose('R3.A', 'R2.A');
    expect(await agent.refused.reclassify('R2.A', 'DEAD')).toEqual(['HAS_CHILDREN R2.A']);
    await agent.commit({ 'R3.A': 'VALID_PENDING' });
    await agent.propose('R4.A', 'R3.A');
    expect(await agent.refused.commit({ 'R4.A': 'SPEC' })).toEqual(['CONFIRMATION_EXPECTED R4.A']);
    await agent.commit({ 'R4.A': 'DRILL' });
    expect(await agent.refused.reclassify('R4.A', 'SPEC')).toEqual(['CONFIRMATION_EXPECTED R4.A']);
    for (const state of 'DRILL VERIFY VALID_PENDING DRILL VERIFY VALID_PENDING DRILL VERIFY'.split(' '))
      await agent.reclassify('R3.A', state);
    expect(await agent.refused.reclassify('R3.A', 'VALID_PENDING')).toEqual(['CLAIMS_EXHAUSTED R3.A']);
  });

  test('never for evidence the node already has', async () => {
    const agent = await start();
    await agent.chain('VERIFY DEAD');
    await agent.reclassify('R2.A', 'DRILL');
    await agent.reclassify('R2.A', 'DEAD', { evidence: undefined });
    expect(await agent.states('R2.A')).toEqual(['DEAD']);
  });
});

describe('an end is refused', () => {
  const codes = (told: string[]) => told.map((each) => each.split(' ')[0]);

  test('when nothing is committed, and then for that and open proposals alone', async () => {
    const agent = await start(5);
    expect(codes(await agent.refused.end())).toEqual(['EMPTY']);
    await agent.propose('R1.A', null);
    expect(codes(await agent.refused.end())).toEqual(['EMPTY', 'PENDING_PROPOSALS']);
    await agent.commit({ 'R1.A': 'DRILL' });
    expect(await agent.refused.propose('R2.A', 'R1.A')).toEqual(['INSUFFICIENT_ROOTS BATCH']);
    const told = ['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW', 'INSUFFICIENT_ROOTS', 'INSUFFICIENT_CHILDREN'];
    expect(codes(await agent.refused.end())).toEqual([...told, 'NODES_UNSETTLED', 'QUALITY_TOO_LOW', 'TOO_NARROW']);
    const { data: reply } = await agent.call('tot_end', {});
    expect(reply.reason).toMatch(/round.*depth.*quality/);
  });

  // An agent whose ideas all died early would be stuck between "go deeper" and nothing to go deeper from.
  test('with the way out when everything died early: another root', async () => {
    const agent = await start(5);
    await agent.plant('R1.A R1.B R1.C R1.D R1.E', null, 'VERIFY VERIFY VERIFY DEAD DEAD');
    await agent.proposeAll({ 'R2.A': 'R1.A', 'R2.B': 'R1.B', 'R2.C': 'R1.C' });
    await agent.commit({ 'R2.A': 'VERIFY', 'R2.B': 'VERIFY', 'R2.C': 'DEAD' });
    await agent.proposeAll({ 'R3.A': 'R2.A', 'R3.B': 'R2.B' });
    await agent.commit({ 'R3.A': 'DEAD', 'R3.B': 'DEAD' });
    expect(codes(await agent.refused.end()).slice(0, 3)).toEqual(
      ['ROUNDS_TOO_FEW', 'DEPTH_TOO_SHALLOW'].concat('RECOVERY_REQUIRED'),
    );
    expect(agent.errors[2]!.suggestion).toMatch(/tot_reclassify.*root/);
    await agent.propose('R1.F', null);
    expect(codes(await agent.refused.end())).not.toContain('RECOVERY_REQUIRED');
    await agent.commit({ 'R1.F': 'DRILL' });
    await agent.plant('R2.F1 R2.F2 R2.F3', 'R1.F', 'VERIFY');
    await agent.proposeAll({ 'R3.F1': 'R2.F1', 'R3.F2': 'R2.F2', 'R3.F3': 'R2.F3' });
    await agent.commit({ 'R3.F1': 'VERIFY', 'R3.F2': 'VERIFY', 'R3.F3': 'VERIFY' });
    await agent.proposeAll({ 'R4.F1': 'R3.F1', 'R4.F2': 'R3.F2', 'R4.F3': 'R3.F3' });
    await agent.commit({ 'R4.F1': 'DEAD', 'R4.F2': 'SPEC', 'R4.F3': 'VERIFY' });
    await agent.plant('R5.F3', 'R4.F3', 'DEAD');
    expect(await agent.end()).toMatchObject({ outcome: 'no_solution', solutions: [], deadEnds: 7 });
  });

  test('when the answer was weighed against nothing: a chain of single children', async () => {
    const agent = await start();
    await agent.chain('VERIFY VERIFY VERIFY VALID_PENDING VALID');
    await agent.plant('R1.B', null, 'DEAD');
    expect(codes(await agent.refused.end())).toEqual(['TOO_NARROW']);
    await agent.reclassify('R1.A', 'DRILL');
    await agent.plant('R2.B R2.C', 'R1.A', 'VERIFY DEAD');
    await agent.plant('R3.B', 'R2.B', 'DEAD');
    expect(await agent.end()).toMatchObject({ outcome: 'solved' });
  });

  test('as inconclusive only when hardly a reason is given', async () => {
    const agent = await start(5);
    for (const reason of ['', 'x'.repeat(49), `x${' '.repeat(60)}y`])
      expect(codes(await agent.refused.giveUp(reason))).toEqual(['REASON_TOO_SHORT']);
    expect(await agent.giveUp('x'.repeat(50))).toMatchObject({ outcome: 'inconclusive', totalNodes: 0 });
    expect(await agent.refused.propose('R1.A', null)).toEqual(['SESSION_ENDED SESSION']);
  });

  test('while a claim waits, and an agent may not confirm itself', async () => {
    const agent = await start();
    await agent.chain('VERIFY VERIFY');
    await agent.propose('R3.A', 'R2.A');
    await agent.commit({ 'R3.A': { state: 'VALID_PENDING', agentId: 'codes-1' } });
    expect(codes(await agent.refused.end())).toContain('UNCONFIRMED');
    await agent.propose('R4.A', 'R3.A');
    const self = { state: 'VALID', agentId: 'codes-1' };
    expect(await agent.refused.commit({ 'R4.A': self })).toEqual(['SELF_CONFIRM R4.A', 'REUSED_AGENT R4.A']);
  });
});

test('a session nobody started is not found, whatever is asked of it', async () => {
  const agent = await start();
  const nobody = { sessionId: 's-00000000000000000000' };
  const told = ['SESSION_NOT_FOUND SESSION'];
  expect(await agent.refused.propose('R1.A', null, nobody)).toEqual(told);
  expect(await agent.refused.commit({ 'R1.A': 'DRILL' }, nobody)).toEqual(told);
  expect(await agent.refused.reclassify('R1.A', 'DRILL', nobody)).toEqual(told);
  expect(await agent.refused.end(nobody)).toEqual(told);
  expect((await agent.call('tot_status', nobody)).codes).toEqual(['SESSION_NOT_FOUND']);
});

test('every code there is was met on the way', () => {
  const seen = new Set(agents.flatMap((each) => [...each.codes]));
  expect([...seen].sort()).toEqual(everyCode.toSorted());
});
