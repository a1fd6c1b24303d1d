import { readdir } from 'node:fs/promises';
import { temporaryDir } from '../testing/proctor-client.js';
import { startRaw, type RawServer } from '../testing/raw-server.js';
import { proposalOf, resultOf } from '../testing/scripted-agent.js';

let server: RawServer;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let sessionId: string;

const everything = async () => server.call('tot_status', { sessionId, detail: 'full', graph: 'outline' });
/** What can be rebuilt (snapshots, index) comes and goes by itself. */
const filesOf = async () =>
  (await readdir(data.path, { recursive: true })).filter((name) => !/(snapshot|index)\.json/.test(name)).sort();
const codesOf = (reply: Record<string, unknown>) =>
  (reply['errors'] as { error: string }[] | undefined)?.map(({ error }) => error) ?? [];
const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** Everything a client can see and every file there is, which nothing in this test may change. */
let before: unknown;
const look = async () => ({ status: await everything(), files: await filesOf() });

beforeAll(async () => {
  data = await temporaryDir();
  server = await startRaw(data.path);
  sessionId = (await server.call('tot_start', { query: 'Who goes there?', minRoots: 1 }))['sessionId'] as string;
  await server.call('tot_propose', { sessionId, nodes: [proposalOf('R1.A', null), proposalOf('R1.B', null)] });
  await server.call('tot_commit', { sessionId, results: [resultOf('R1.A', 'DRILL')] });
});

beforeEach(async () => {
  before = await look();
});

afterAll(async () => {
  server.endInput();
  await server.exit;
  await data.remove();
});

/** Whatever came before: the server answers, says nothing but JSON-RPC, and has changed nothing. */
async function expectUnmoved(): Promise<void> {
  expect(await look()).toEqual(before);
  expect(server.noise).toEqual([]);
}

describe('a client that does not speak the protocol', () => {
  test.each([
    ['no JSON', '{nonsense\n'],
    ['an empty line', '\n'],
    ['a number', '42\n'],
    ['a text', '"tools/list"\n'],
    ['null', 'null\n'],
    ['an empty array', '[]\n'],
    ['a batch', `[${line({ id: 'b1', method: 'tools/list' }).trim()},${line({ id: 'b2', method: 'ping' }).trim()}]\n`],
    ['an object of another kind', '{"hello":"world"}\n'],
    ['a request without a version', '{"id":"v","method":"ping"}\n'],
    ['a request with a wrong id', line({ id: { a: 1 }, method: 'ping' })],
    ['a reply to nothing', line({ id: 'never-asked', result: {} })],
    ['a notification of nothing', line({ method: 'notifications/nothing' })],
    ['bytes that are no text', '\u0000\uFFFE\u0007\n'],
    ['ten megabytes of no JSON', `${'x'.repeat(10_000_000)}\n`],
    ['a hundred thousand brackets', `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`],
  ])('is survived when it sends %s', async (_what, bytes) => {
    server.write(bytes);
    expect((await server.request('ping', {})).result).toEqual({});
    await expectUnmoved();
  });

  test('hears of methods, tools, prompts and resources there are not', async () => {
    expect((await server.request('tools/destroy', {})).error?.code).toBe(-32601);
    for (const name of ['tot_destroy', '__proto__', 'constructor', '', 'TOT_START'])
      expect((await server.request('tools/call', { name, arguments: {} })).error?.code).toBe(-32602);
    expect((await server.request('tools/call', {})).error).toBeDefined();
    expect((await server.request('tools/call', { name: 'tot_start', arguments: 'query' })).error).toBeDefined();
    expect((await server.request('prompts/get', { name: 'constructor' })).error?.code).toBe(-32602);
    expect((await server.request('resources/read', { uri: 'file:///etc/passwd' })).error?.code).toBe(-32002);
    await expectUnmoved();
  });
});

describe('arguments that are not what the schema says', () => {
  const wrong: [what: string, tool: string, args: unknown][] = [
    ['nothing', 'tot_start', {}],
    ['a number for a query', 'tot_start', { query: 5 }],
    ['a blank query', 'tot_start', { query: '  \n ' }],
    ['a query too long', 'tot_start', { query: 'x'.repeat(4001) }],
    ['a field nobody knows', 'tot_start', { query: 'Why?', qualityMin: 0 }],
    ['a million roots', 'tot_start', { query: 'Why?', minRoots: 1_000_000_000 }],
    ['21 roots', 'tot_start', { query: 'Why?', minRoots: 21 }],
    ['no roots', 'tot_start', { query: 'Why?', minRoots: 0 }],
    ['fewer than no roots', 'tot_start', { query: 'Why?', minRoots: -1 }],
    ['half a root', 'tot_start', { query: 'Why?', minRoots: 1.5 }],
    ['roots in words', 'tot_start', { query: 'Why?', minRoots: '5' }],
    ['no nodes', 'tot_propose', { nodes: [] }],
    ['nodes that are none', 'tot_propose', { nodes: 'R1.Z' }],
    ['a node without a parent field', 'tot_propose', { nodes: [{ id: 'R1.Z', title: 't', plannedAction: 'p' }] }],
    ['a node without a title', 'tot_propose', { nodes: [{ ...proposalOf('R1.Z', null), title: ' ' }] }],
    ['a node with a state', 'tot_propose', { nodes: [{ ...proposalOf('R1.Z', null), state: 'VALID' }] }],
    ['201 nodes', 'tot_propose', { nodes: Array.from({ length: 201 }, () => proposalOf('R1.Z', null)) }],
    ['no results', 'tot_commit', { results: [] }],
    ['results in an object', 'tot_commit', { results: { 0: resultOf('R1.B', 'DRILL') } }],
    ['a result without findings', 'tot_commit', { results: [{ nodeId: 'R1.B', state: 'DRILL' }] }],
    ['a result that sets its depth', 'tot_commit', { results: [{ ...resultOf('R1.B', 'DRILL'), depth: 4 }] }],
    ['findings too long', 'tot_commit', { results: [{ ...resultOf('R1.B', 'DRILL'), findings: 'x'.repeat(20_001) }] }],
    ['a list for a state', 'tot_reclassify', { nodeId: 'R1.A', newState: ['DEAD'], reason: 'r' }],
    ['an outcome of its own choice', 'tot_end', { outcome: 'solved' }],
    ['a graph of another kind', 'tot_commit', { results: [resultOf('R1.B', 'DRILL')], graph: 'exe' }],
  ];

  test.each(wrong)('are refused when they hold %s', async (_what, tool, args) => {
    const own = tool === 'tot_start' ? {} : { sessionId };
    const reply = await server.call(tool, { ...own, ...(args as object) });
    expect(reply['status']).toBe('REJECTED');
    expect(new Set(codesOf(reply))).toEqual(new Set(['INVALID_INPUT']));
    await expectUnmoved();
  });

  test('are refused when they are larger than any honest call, without being read', async () => {
    const huge = 'x'.repeat(10_000_000);
    expect(codesOf(await server.call('tot_start', { query: huge }))).toEqual(['REQUEST_TOO_LARGE']);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const call =
      '{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"tot_start","arguments":{"query":';
    server.write(`${call}${deep}}}}\n`);
    expect((await server.reply('deep')).result).toMatchObject({ isError: true });
    await expectUnmoved();
  });

  // A key that reaches Object.prototype would give every later call fields that nobody sent.
  test('never reach the prototypes of the server', async () => {
    const poison =
      '{"__proto__":{"protocol":"classic","isAdmin":true},"query":"Why?","constructor":{"prototype":{"x":1}}}';
    const call = (id: string, tool: string, args: string) =>
      `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"${tool}","arguments":${args}}}\n`;
    server.write(call('p1', 'tot_start', poison));
    expect((await server.reply('p1')).result).toMatchObject({ isError: true });
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const inTree = { nodes: [proposalOf(key, null)], withdraw: [key] };
      expect((await server.call('tot_propose', { sessionId, ...inTree }))['status']).toBe('REJECTED');
      expect(codesOf(await server.call('tot_commit', { sessionId, results: [resultOf(key, key)] }))).toContain(
        'NOT_PROPOSED',
      );
      const change = { sessionId, nodeId: key, newState: key, reason: 'r' };
      expect(codesOf(await server.call('tot_reclassify', change))).toContain('NODE_NOT_FOUND');
      expect(codesOf(await server.call('tot_start', { query: 'Why?', protocol: key }))).toEqual(['UNKNOWN_PROTOCOL']);
      expect(codesOf(await server.call('tot_status', { sessionId, nodeId: key }))).toEqual(['NODE_NOT_FOUND']);
    }
  });
});

describe('a session id that is a path', () => {
  const ids = [
    '../../etc',
    '/etc/passwd',
    '..',
    '.',
    's-../../../../tmp/x',
    `s-${'a'.repeat(19)}/`,
    's-\u0000',
    's-..\\..\\x',
  ];
  const near = [
    `s-${'A'.repeat(20)}`,
    `s-${'a'.repeat(21)}`,
    `S-${'a'.repeat(20)}`,
    `s-${'a'.repeat(20)}\n`,
    ' ',
    '%2e%2e%2f',
  ];

  test.each([...ids, ...near])('%j is not found, and touches no file', async (id) => {
    const own = { sessionId: id };
    for (const [tool, args] of [
      ['tot_status', own],
      ['tot_propose', { ...own, nodes: [proposalOf('R1.A', null)] }],
      ['tot_commit', { ...own, results: [resultOf('R1.A', 'DRILL')] }],
      ['tot_end', own],
    ] as const)
      expect(codesOf(await server.call(tool, args))).toEqual(['SESSION_NOT_FOUND']);
    const uri = `session://${id}/journal`;
    expect((await server.request('resources/read', { uri })).error?.code).toBe(-32002);
    expect((await server.request('resources/subscribe', { uri })).error?.code).toBe(-32002);
    await expectUnmoved();
  });

  test('is refused when it is longer than any id', async () => {
    for (const length of [65, 5000, 200_000])
      expect(codesOf(await server.call('tot_status', { sessionId: 'x'.repeat(length) }))).toEqual(['INVALID_INPUT']);
    await expectUnmoved();
  });
});

describe('a client in a hurry', () => {
  const propose = (id: string, node: string, more: object = {}) =>
    line({
      id,
      method: 'tools/call',
      params: { name: 'tot_propose', arguments: { sessionId, nodes: [proposalOf(node, null)], ...more } },
    });

  test('that sends one request twice in a breath gets two answers and one node', async () => {
    server.write(propose('h1', 'R1.H', { requestId: 'hurry' }) + propose('h2', 'R1.H', { requestId: 'hurry' }));
    const replies = [await server.reply('h1'), await server.reply('h2')].map(({ result }) => result);
    for (const result of replies) expect(result).toMatchObject({ structuredContent: { approvedNodes: ['R1.H'] } });
    expect(replies.filter((result) => JSON.stringify(result).includes('"repeated":true'))).toHaveLength(1);
    expect(await everything()).toMatchObject({ pendingProposals: 2 });
  });

  test('that cancels what it has just sent can send it again, and it is done once', async () => {
    const requestId = 'cancelled';
    server.write(propose('h3', 'R1.I', { requestId }));
    server.write(line({ method: 'notifications/cancelled', params: { requestId: 'h3', reason: 'too slow' } }));
    server.write(propose('h4', 'R1.I', { requestId }));
    expect((await server.reply('h4')).result).toMatchObject({ structuredContent: { approvedNodes: ['R1.I'] } });
    expect(await everything()).toMatchObject({ pendingProposals: 3 });
    expect(server.noise).toEqual([]);
  });
});
