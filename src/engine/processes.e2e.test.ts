import { auditOf } from '../testing/audit-cli.js';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { resultOf, ScriptedAgent } from '../testing/scripted-agent.js';

const commitsEach = 100;

let servers: ProctorClient[];
let data: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  data = await temporaryDir();
  servers = await Promise.all(Array.from({ length: 4 }, () => connect(data.path)));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await data.remove();
});

/** One agent a process, all in the same session. */
async function team(args: Record<string, unknown> = {}): Promise<ScriptedAgent[]> {
  const first = await ScriptedAgent.start(servers[0]!, { minRoots: 1, ...args });
  return servers.map((server) => first.through(server));
}

// Two editor windows each start their own server: with a lock one of them would hang, without one the later writer would
// erase what the earlier one said was saved.
test(`four processes commit ${commitsEach} nodes each to one session, and nothing is lost`, async () => {
  const agents = await team();
  await Promise.all(
    agents.map(async (agent, index) => {
      for (let node = 0; node < commitsEach; node += 5) {
        const ids = Array.from({ length: 5 }, (_, at) => `R1.p${index}n${node + at}`);
        await agent.propose(ids.join(' '), null);
        for (const id of ids) await agent.commit({ [id]: 'DRILL' });
      }
    }),
  );

  const statuses = await Promise.all(agents.map((agent) => agent.status({ graph: 'outline' })));
  for (const status of statuses) expect(status).toEqual(statuses[0]);
  expect(statuses[0]).toMatchObject({ totalNodes: 4 * commitsEach, pendingProposals: 0 });
  const records = 1 + 4 * (commitsEach + commitsEach / 5);
  const audit = await auditOf(data.path, agents[0]!.sessionId, statuses[0]!.head);
  expect(audit).toMatchObject({ ok: true, records, refusals: 0, damage: [], badLines: 0, replay: { ok: true } });
  expect(audit.head).toBe(statuses[0]!.head);
});

describe('four processes that want the same thing at the same time', () => {
  const codesOf = async (calls: Promise<{ data: { status: string }; codes: string[] }>[]) =>
    (await Promise.all(calls)).map((reply) => reply.codes.join(' ') || reply.data.status).sort();

  test('one commits the node, the others hear that it is committed', async () => {
    const agents = await team();
    for (let turn = 0; turn < 10; turn += 1) {
      const id = `R1.turn${turn}`;
      await agents[turn % 4]!.propose(id, null);
      const results = [resultOf(id, 'DRILL')];
      expect(await codesOf(agents.map((agent) => agent.call('tot_commit', { results })))).toEqual([
        ...['ALREADY_COMMITTED', 'ALREADY_COMMITTED', 'ALREADY_COMMITTED', 'OK'],
      ]);
    }
    expect(await agents[0]!.status()).toMatchObject({ totalNodes: 10 });
    expect(await auditOf(data.path, agents[0]!.sessionId)).toMatchObject({ ok: true, refusals: 30 });
  });

  // Judged against a tree that another process has changed since, each of the four would look like the only one.
  test('no more of a round is concluded than its ratio allows', async () => {
    const agents = await team();
    const [first] = agents;
    await first!.plant('R1.A', null, 'VERIFY');
    const ids = ['R2.A', 'R2.B', 'R2.C', 'R2.D'];
    await first!.propose(ids.join(' '), 'R1.A');
    const dead = agents.map((agent, at) => agent.call('tot_commit', { results: [resultOf(ids[at]!, 'DEAD')] }));
    expect(await codesOf(dead)).toEqual(['OK', ...Array.from({ length: 3 }, () => 'TERMINAL_RATIO_EXCEEDED')]);
    expect(await first!.status()).toMatchObject({ terminalNodes: 1 });
  });

  test('an agent works in one place only, within a session and across sessions', async () => {
    const together = await team();
    await together[0]!.propose('R1.A R1.B R1.C R1.D', null);
    const apart = await Promise.all(servers.map((server) => ScriptedAgent.start(server, { minRoots: 1 })));
    for (const agent of apart) await agent.propose('R1.A R1.B R1.C R1.D', null);
    for (const [agentId, agents] of [['shared-1', together] as const, ['shared-2', apart] as const]) {
      const ids = ['R1.A', 'R1.B', 'R1.C', 'R1.D'];
      const commits = agents.map((agent, at) =>
        agent.call('tot_commit', { results: [resultOf(ids[at]!, { state: 'DRILL', agentId })] }),
      );
      expect(await codesOf(commits)).toEqual(['OK', 'REUSED_AGENT', 'REUSED_AGENT', 'REUSED_AGENT']);
    }
  });

  test('the investigation ends once', async () => {
    const agents = await team({ protocol: 'classic' });
    await agents[0]!.chain('VERIFY VERIFY VALID');
    expect(await codesOf(agents.map((agent) => agent.call('tot_end', {})))).toEqual([
      ...['OK', 'SESSION_ENDED', 'SESSION_ENDED', 'SESSION_ENDED'],
    ]);
  });
});
