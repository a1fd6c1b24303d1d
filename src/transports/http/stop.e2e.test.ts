/**
 * Many clients at once, and a server that is told to stop in the middle of them. Its bug, to a user: an agent was told
 * that its work is kept, and after the next deployment it is not.
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { auditOf } from '../../testing/audit-cli.js';
import { jsonHeaders, serveHttp, type HttpProcess } from '../../testing/http-process.js';
import { connect, temporaryDir, type ProctorClient } from '../../testing/proctor-client.js';
import { proposalOf, resultOf } from '../../testing/scripted-agent.js';

const clientCount = 32;

let data: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  data = await temporaryDir();
});

afterAll(async () => {
  await data.remove();
});

interface Kept {
  readonly sessionId: string;
  /** Nodes the server said it had taken, and the head it said so at. */
  readonly committed: string[];
  head: string | undefined;
  failures: unknown[];
}

/** Proposes and commits one node after another until told to end, or until the server is gone. */
async function work(proctor: ProctorClient, kept: Kept, goesOn: () => boolean): Promise<void> {
  for (let at = 0; goesOn(); at += 1) {
    const id = `R1.N${at}`;
    try {
      const { sessionId } = kept;
      const proposed = await proctor.call('tot_propose', { sessionId, nodes: [proposalOf(id, null)] });
      if (proposed.isError) throw new Error(proposed.text);
      const reply = await proctor.call('tot_commit', { sessionId, results: [resultOf(id, 'DRILL')] });
      if (reply.isError) throw new Error(reply.text);
      kept.committed.push(id);
      kept.head = reply.data.head;
    } catch (error) {
      kept.failures.push(error);
      return;
    }
  }
}

async function startAll(server: HttpProcess) {
  return Promise.all(
    Array.from({ length: clientCount }, async (_, at) => {
      const proctor = await server.connect();
      const { data: started } = await proctor.call('tot_start', { query: `Client ${at}?`, protocol: 'classic' });
      return { proctor, kept: { sessionId: started.sessionId, committed: [], head: undefined, failures: [] } };
    }),
  );
}

/** What each was told is there for a server that knows only the files. */
async function expectKept(all: readonly { kept: Kept }[]): Promise<void> {
  const proctor = await connect(data.path);
  try {
    for (const { kept } of all) {
      const committed = await committedIn(proctor, kept.sessionId);
      expect(kept.committed.length).toBeGreaterThan(0);
      expect(kept.committed.filter((id) => !committed.includes(id))).toEqual([]);
    }
  } finally {
    await proctor.close();
  }
}

/** A node that was only proposed is listed too, in another state. */
async function committedIn(proctor: ProctorClient, sessionId: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await proctor.call('tot_status', { sessionId, detail: 'full', cursor });
    const nodes = page.data.nodes as { nodeId: string; state: string }[];
    found.push(...nodes.filter(({ state }) => state === 'DRILL').map(({ nodeId }) => nodeId));
    cursor = page.data.nextCursor;
  } while (cursor !== undefined);
  return found;
}

test('32 clients at once are served without an error, and what each was told is in its journal', async () => {
  const server = await serveHttp(data.path);
  const all = await startAll(server);
  let rounds = 0;
  await Promise.all(all.map(async ({ proctor, kept }) => work(proctor, kept, () => (rounds += 1) < clientCount * 5)));
  expect(all.flatMap(({ kept }) => kept.failures)).toEqual([]);
  expect(await server.stop()).toBe(0);
  await expectKept(all);
});

test('told to stop in the middle of it, every acknowledged commit is there and every other call failed', async () => {
  const server = await serveHttp(data.path);
  const all = await startAll(server);
  const working = Promise.all(all.map(async ({ proctor, kept }) => work(proctor, kept, () => true)));
  while (all.some(({ kept }) => kept.committed.length < 2)) await new Promise(setImmediate);
  expect(await server.stop('SIGTERM')).toBe(0);
  await working;
  // Nobody is left without a word: each ended with an error, not with silence.
  expect(all.filter(({ kept }) => kept.failures.length !== 1)).toEqual([]);
  await expectKept(all);
  const [{ kept: first }] = all as [(typeof all)[number]];
  expect(await auditOf(data.path, first.sessionId, first.head)).toMatchObject({ ok: true, damage: [] });
});

test('what is still arriving is refused cleanly, and it goes although clients keep their lines open', async () => {
  const server = await serveHttp(data.path);
  const idle = await server.connect();
  await idle.call('tot_status', {});
  const headers = { ...jsonHeaders, 'content-length': 100, expect: '100-continue' };
  const halfway = request(`${server.url}/mcp`, { method: 'POST', headers });
  const answered = once(halfway, 'response') as Promise<[IncomingMessage]>;
  // The server says by it that it has read the head, and waits for the rest. None of it is sent: bytes that reach a
  // closed connection take the answer back that was on its way.
  await once(halfway, 'continue');
  expect(await server.stop('SIGINT')).toBe(0);
  const [response] = await answered;
  expect([response.statusCode, response.headers.connection]).toEqual([503, 'close']);
  expect(await text(response)).toContain('SHUTTING_DOWN');
});
