import { oneServer } from '../testing/one-server.js';
import { connect, type ToolReply } from '../testing/proctor-client.js';
import { proposalOf, resultOf, ScriptedAgent } from '../testing/scripted-agent.js';
import type { WireError } from '../testing/wire-shapes.js';

const proctor = oneServer();

/** Kills the server as a crash would, and starts another one on the same data. */
async function crash(): Promise<void> {
  process.kill(proctor.pid, 'SIGKILL');
  await proctor.reconnect();
}

/** Stops the server in good order, which leaves a snapshot to open from, and starts another one. */
const restart = async (): Promise<void> => proctor.reconnect();

const start = (args = {}) => ScriptedAgent.start(proctor, { minRoots: 1, ...args });

async function everything(sessionId: string): Promise<unknown> {
  return (await proctor.call('tot_status', { sessionId, detail: 'full', graph: 'outline' })).data;
}

/** The first answer, told again: every word of it, and that it is a repetition. */
function expectRepeated(again: ToolReply, first: ToolReply): void {
  expect(again.isError).toBe(first.isError);
  expect(again.data).toEqual({ ...first.data, repeated: true });
  expect(first.data).not.toHaveProperty('repeated');
}

/** A refusal is kept by its codes and subjects; its words may differ after a restart. */
function expectRefusedAgain(again: ToolReply, first: ToolReply): void {
  const told = ({ data: { errors } }: ToolReply) => errors.map((each: WireError) => `${each.error} ${each.nodeId}`);
  expect(again.data).toMatchObject({ status: 'REJECTED', repeated: true, head: first.data.head });
  expect(told(again)).toEqual(told(first));
}

// The reply is lost on its way and the client asks again: without this, the session has a node twice, a second claim, or
// an error for something that went well.
describe('a request that is repeated', () => {
  const steps: [tool: string, args: Record<string, unknown>][] = [
    ['tot_propose', { nodes: [proposalOf('R1.A', null), proposalOf('R1.B', null)] }],
    ['tot_commit', { results: [resultOf('R1.A', 'DRILL'), resultOf('R1.B', 'DEAD')] }],
    ['tot_reclassify', { nodeId: 'R1.B', newState: 'VERIFY', reason: 'It twitched.' }],
    ['tot_propose', { nodes: [proposalOf('R2.B', 'R1.B')], withdraw: [] }],
    ['tot_propose', { withdraw: ['R2.B'] }],
    ['tot_end', { outcome: 'inconclusive', reason: 'Nobody knows, and this has been going on for far too long.' }],
  ];

  test.each([
    ['crash', crash],
    ['restart', restart],
  ])('gets its first answer, in the same process and after a %s', async (_what, again) => {
    const { sessionId } = await start();
    const answers: { args: Record<string, unknown>; tool: string; first: ToolReply }[] = [];
    for (const [index, [tool, given]] of steps.entries()) {
      const args = { ...given, sessionId, requestId: `step-${index}` };
      const first = await proctor.call(tool, args);
      expect(first.data.status).toBe('OK');
      const before = await everything(sessionId);
      expectRepeated(await proctor.call(tool, args), first);
      expect(await everything(sessionId)).toEqual(before);
      answers.push({ tool, args, first });
    }
    for (const { tool, args, first } of answers) expectRepeated(await proctor.call(tool, args), first);
    const before = await everything(sessionId);
    await again();
    for (const { tool, args, first } of answers) expectRepeated(await proctor.call(tool, args), first);
    expect(await everything(sessionId)).toEqual(before);
  });

  test('starts one session, however often it is asked to', async () => {
    const args = { query: 'Start me once', requestId: 'start-once' };
    const first = await proctor.call('tot_start', args);
    expectRepeated(await proctor.call('tot_start', args), first);
    await crash();
    expectRepeated(await proctor.call('tot_start', args), first);
    const { data: listed } = await proctor.call('tot_status', {});
    expect(listed.sessions.filter(({ query }: { query: string }) => query === 'Start me once')).toHaveLength(1);
    expect((await proctor.call('tot_start', { ...args, query: 'Start another' })).codes).toEqual(['REQUEST_ID_REUSED']);
  });

  test('is refused again as it was, although it would be accepted now', async () => {
    const agent = await start();
    const { sessionId } = agent;
    const args = { sessionId, requestId: 'too-early', results: [resultOf('R1.A', 'DRILL'), resultOf('R1.B', 'SPEC')] };
    const first = await proctor.call('tot_commit', args);
    expect(first.codes).toEqual(['NOT_PROPOSED', 'NOT_PROPOSED']);
    await agent.propose('R1.A R1.B', null);
    expectRefusedAgain(await proctor.call('tot_commit', args), first);
    await crash();
    const before = await everything(sessionId);
    expectRefusedAgain(await proctor.call('tot_commit', args), first);
    expect(await everything(sessionId)).toEqual(before);
  });

  test('is answered in another process as in the first', async () => {
    const { sessionId } = await start();
    const args = { sessionId, requestId: 'elsewhere', nodes: [proposalOf('R1.A', null)] };
    const first = await proctor.call('tot_propose', args);
    const other = await connect(proctor.dataDir);
    try {
      expectRepeated(await other.call('tot_propose', args), first);
    } finally {
      await other.close();
    }
  });

  test('takes effect once when both are sent before either is answered', async () => {
    const { sessionId } = await start();
    const other = await connect(proctor.dataDir);
    try {
      const args = { sessionId, requestId: 'twins', nodes: [proposalOf('R1.A', null)] };
      const servers = [proctor, proctor, other, other];
      const replies = await Promise.all(servers.map((server) => server.call('tot_propose', args)));
      expect(replies.map((reply) => reply.data.status)).toEqual(['OK', 'OK', 'OK', 'OK']);
      expect(replies.filter((reply) => reply.data.repeated === true)).toHaveLength(3);
      expect(new Set(replies.map((reply) => reply.data.head)).size).toBe(1);

      const startArgs = { query: 'Twins', requestId: 'start-twins' };
      const starts = await Promise.all(servers.map((server) => server.call('tot_start', startArgs)));
      expect(new Set(starts.map((reply) => reply.data.sessionId)).size).toBe(1);
      expect(starts.filter((reply) => reply.data.repeated === true)).toHaveLength(3);
    } finally {
      await other.close();
    }
  });
});

describe('a request id', () => {
  test('that comes with another payload, or to another tool, is refused and does nothing', async () => {
    const agent = await start();
    const { sessionId } = agent;
    const requestId = 'one-of-a-kind';
    await proctor.call('tot_propose', { sessionId, requestId, nodes: [proposalOf('R1.A', null)] });
    const told = ['REQUEST_ID_REUSED SESSION'];
    expect(await agent.refused.propose('R1.B', null, { requestId })).toEqual(told);
    expect(await agent.refused.commit({ 'R1.A': 'DRILL' }, { requestId })).toEqual(told);
    expect(await agent.refused.reclassify('R1.A', 'DRILL', { requestId })).toEqual(told);
    expect(await agent.refused.end({ requestId })).toEqual(told);
    await crash();
    expect(await agent.through(proctor).refused.propose('R1.B', null, { requestId })).toEqual(told);
  });

  test('is the same request whatever the order of its fields', async () => {
    const { sessionId } = await start();
    const { id, parent, title, plannedAction } = proposalOf('R1.A', null);
    const requestId = 'reordered';
    await proctor.call('tot_propose', { sessionId, requestId, nodes: [{ id, parent, title, plannedAction }] });
    const again = await proctor.call('tot_propose', {
      nodes: [{ plannedAction, title, parent, id }],
      requestId,
      sessionId,
    });
    expect(again.data).toMatchObject({ status: 'OK', repeated: true });
  });

  test('belongs to its session: another one may use it again', async () => {
    for (const agent of [await start(), await start()])
      expect(await agent.propose('R1.A', null, { requestId: 'shared' })).not.toHaveProperty('repeated');
  });

  test('has 1 to 128 characters', async () => {
    const agent = await start();
    await agent.propose('R1.A', null, { requestId: 'x'.repeat(128) });
    for (const requestId of ['', 'x'.repeat(129), 7])
      expect(await agent.refused.propose('R1.B', null, { requestId })).toEqual(['INVALID_INPUT BATCH']);
  });
});
