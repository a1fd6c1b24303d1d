import { toolBench, type ToolBench } from '../testing/tool-bench.js';
import { bytesOf, clip } from './fit.js';

// To a user the bug looks like this: one reply fills the agent's context, and the agent forgets what it was doing.
let bench: ToolBench;
beforeEach(async () => {
  bench = await toolBench();
});
afterEach(async () => bench.close());

const brief = 4096;
const full = 20 * 1024;
const control = '\u0001';

const start = async (args: object = {}) => {
  const reply = await bench.call('tot_start', { query: 'Why?', protocol: 'classic', minRoots: 1, ...args });
  return reply['sessionId'] as string;
};
const root = (id: string, title = `Idea ${id}`) => ({ id, parent: null, title, plannedAction: 'Look.' });
const ids = (count: number, tail = '') => Array.from({ length: count }, (_, at) => `R1.n${at}${tail}`);

async function plant(sessionId: string, names: string[], title?: string): Promise<void> {
  for (let at = 0; at < names.length; at += 5)
    await bench.call('tot_propose', { sessionId, nodes: names.slice(at, at + 5).map((id) => root(id, title)) });
}

test('tot_start says a long question back in short', async () => {
  const reply = await bench.call('tot_start', { query: '問'.repeat(4000) });
  expect(reply.status).toBe('OK');
  expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
  expect(reply['instructions']).toMatch(/^Call tot_propose with at least 5 roots/);
});

test('a commit of fifty nodes with long ids and agents stays small', async () => {
  const sessionId = await start();
  const names = ids(50, 'x'.repeat(28));
  await plant(sessionId, names);
  const results = names.map((nodeId, at) => ({
    nodeId,
    state: 'DRILL',
    findings: 'Seen.',
    agentId: `${at}`.padStart(200, 'a'),
  }));
  const reply = await bench.call('tot_commit', { sessionId, results });
  expect(reply.status).toBe('OK');
  expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
});

test.each([
  [
    'long unknown ids',
    Array.from({ length: 30 }, (_, at) => ({ nodeId: `${at}`.padStart(80, 'x'), state: 'DRILL', findings: 'x' })),
  ],
  [
    'control characters',
    Array.from({ length: 30 }, (_, at) => ({
      nodeId: `${at}${control.repeat(70)}`,
      state: control.repeat(40),
      findings: 'x',
    })),
  ],
  [
    'unknown keys',
    Array.from({ length: 30 }, (_, at) => ({
      nodeId: 'R1.A',
      state: 'DRILL',
      findings: 'x',
      [`key${at}`.repeat(30)]: 1,
    })),
  ],
])('a refusal of %s stays small, says how many errors there were, and keeps the head', async (_, results) => {
  const sessionId = await start();
  const reply = await bench.call('tot_commit', { sessionId, results });
  expect(reply.status).toBe('REJECTED');
  expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
  expect(reply['errorCount'] ?? reply['errorsCount']).toBeGreaterThanOrEqual(30);
  expect(reply['head']).toMatch(/^\d+:[0-9a-f]{32}$/);
});

test('every error keeps its suggestion while there is room', async () => {
  const sessionId = await start();
  const results = ['R1.X', 'R1.Y'].map((nodeId) => ({ nodeId, state: 'DRILL', findings: 'x' }));
  const { errors } = await bench.call('tot_commit', { sessionId, results });
  expect((errors as { suggestion: string }[]).map(({ suggestion }) => suggestion)).toEqual(
    Array(2).fill('Propose it with tot_propose, work on it, then commit.'),
  );
});

test('status stays within its size: the page of nodes, with an outline, and one node in full', async () => {
  const sessionId = await start();
  const names = ids(70);
  await plant(sessionId, names, '👩‍🔬'.repeat(30));
  const text = '漢\n'.repeat(9000);
  const results = [
    { nodeId: 'R1.n0', state: 'DRILL', findings: text, evidence: text, verificationMethod: control.repeat(2000) },
  ];
  expect((await bench.call('tot_commit', { sessionId, results })).status).toBe('OK');
  for (const args of [{ detail: 'full' }, { detail: 'full', graph: 'outline' }, { nodeId: 'R1.n0' }])
    expect(bytesOf(await bench.call('tot_status', { sessionId, ...args }))).toBeLessThanOrEqual(full);
  expect(bytesOf(await bench.call('tot_status', { sessionId }))).toBeLessThanOrEqual(brief);
});

test('the list of open sessions stays small', async () => {
  for (let at = 0; at < 12; at += 1) await start({ query: '問'.repeat(500) });
  const reply = await bench.call('tot_status', {});
  expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
});

test('a text is never cut in the middle of a character', () => {
  for (let max = 8; max < 60; max += 1) {
    const short = clip('👩‍🔬🧪'.repeat(20), max);
    expect(() => encodeURIComponent(short)).not.toThrow();
    expect(bytesOf(short) - 2).toBeLessThanOrEqual(max);
  }
});
