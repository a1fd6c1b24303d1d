import { connect, temporaryDir } from '../testing/proctor-client.js';
import { startRaw, type RawServer } from '../testing/raw-server.js';
import { proposalOf } from '../testing/scripted-agent.js';

let data: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  data = await temporaryDir();
});

afterAll(async () => {
  await data.remove();
});

/** Far beyond what it may take, so that a busy machine does not look like a server that never goes. */
const exitMsMax = 20_000;

/** Forty proposals in one go, none of them answered yet. */
function ask(server: RawServer, sessionId: string): void {
  const calls = Array.from({ length: 40 }, (_, index) => {
    const args = { sessionId, nodes: [proposalOf(`R1.N${index}`, null)] };
    const params = { name: 'tot_propose', arguments: args };
    return JSON.stringify({ jsonrpc: '2.0', id: `call-${index}`, method: 'tools/call', params });
  });
  server.write(`${calls.join('\n')}\n`);
}

/** Nodes the server said it had taken. */
const acknowledged = ({ heard }: RawServer): string[] =>
  heard.flatMap(({ result }) => {
    const { approvedNodes = [] } = (result?.['structuredContent'] ?? {}) as { approvedNodes?: string[] };
    return approvedNodes;
  });

async function start(): Promise<{ server: RawServer; sessionId: string }> {
  const server = await startRaw(data.path);
  const { sessionId } = await server.call('tot_start', { query: 'Will you be there tomorrow?', protocol: 'classic' });
  return { server, sessionId: sessionId as string };
}

async function pendingIn(sessionId: string): Promise<string[]> {
  const proctor = await connect(data.path);
  try {
    return (await proctor.call('tot_status', { sessionId, detail: 'full' })).data.pendingIds;
  } finally {
    await proctor.close();
  }
}

/** Ends the server that way and sees that it goes quietly and by itself. */
async function expectExit(server: RawServer, stop: () => void): Promise<void> {
  const tooLate = setTimeout(() => {
    server.kill('SIGKILL');
  }, exitMsMax);
  stop();
  expect(await server.exit).toEqual({ code: 0, signal: null });
  clearTimeout(tooLate);
  expect(server.noise).toEqual([]);
}

// A client that goes away leaves a server behind for each of its windows, or loses the answer it was just given.
describe('a server whose client is in the middle of calls', () => {
  test.each<[string, (server: RawServer) => void]>([
    ['its input is closed', (server) => server.endInput()],
    ['it is told to stop by SIGTERM', (server) => server.kill('SIGTERM')],
    ['it is interrupted by SIGINT', (server) => server.kill('SIGINT')],
  ])('exits by itself when %s, and keeps what it acknowledged', async (_how, stop) => {
    const { server, sessionId } = await start();
    ask(server, sessionId);
    await server.reply('call-3');
    await expectExit(server, () => {
      stop(server);
    });
    const kept = await pendingIn(sessionId);
    expect(acknowledged(server).length).toBeGreaterThanOrEqual(4);
    expect(acknowledged(server).filter((id) => !kept.includes(id))).toEqual([]);
  });

  test('exits as quietly when it never had anything to do', async () => {
    for (const stop of [(server: RawServer) => server.endInput(), (server: RawServer) => server.kill('SIGTERM')]) {
      const server = await startRaw(data.path);
      await expectExit(server, () => {
        stop(server);
      });
    }
  });

  test('exits although somebody follows a session', async () => {
    const { server, sessionId } = await start();
    await server.request('resources/subscribe', { uri: `session://${sessionId}` });
    await expectExit(server, () => {
      server.endInput();
    });
  });
});
