import { toolBench, type ToolBench } from '../testing/tool-bench.js';
import { bytesOf } from './fit.js';

// To a user the bug looks like this: a client that worked with these tools for months is refused, or reads a field that is
// not there.
let bench: ToolBench;
let sessionId: string;
beforeEach(async () => {
  bench = await toolBench();
  const started = await bench.call('tot_start', { query: 'Why is it slow?', protocol: 'classic', minRoots: 1 });
  sessionId = started['sessionId'] as string;
});
afterEach(async () => bench.close());

const root = { id: 'R1.A', parent: null, title: 'The cache', plannedAction: 'Look.' };
const commit = async (more: object) =>
  bench.call('tot_commit', { sessionId, results: [{ nodeId: 'R1.A', state: 'VALID', findings: 'Seen.', ...more }] });
const considered = async () => {
  const { node } = await bench.call('tot_status', { sessionId, nodeId: 'R1.A' });
  return (node as { alternativesConsidered: unknown }).alternativesConsidered;
};

describe('alternativesConsidered', () => {
  beforeEach(async () => bench.call('tot_propose', { sessionId, nodes: [root] }));

  test.each<[string, object, unknown]>([
    ['a list of texts', { alternativesConsidered: ['The disk', 'The lock'] }, ['The disk', 'The lock']],
    ['an empty list', { alternativesConsidered: [] }, []],
    ['one text, as Proctor alone took it', { alternativesConsidered: 'The disk' }, ['The disk']],
    ['nothing', {}, null],
  ])('may be %s, and is told as a list, after a restart too', async (_what, sent, told) => {
    expect(await commit(sent)).toMatchObject({ status: 'OK', errors: [] });
    await bench.restart();
    expect(await considered()).toEqual(told);
  });

  test.each([[[1]], [{ a: 'The disk' }], [Array(51).fill('x')], [['x'.repeat(4001)]]])('is not %j', async (bad) => {
    expect(await commit({ alternativesConsidered: bad })).toMatchObject({ status: 'REJECTED' });
  });

  test('is told in part where it is long', async () => {
    expect(await commit({ alternativesConsidered: Array(50).fill('漢'.repeat(1000)) })).toMatchObject({ status: 'OK' });
    const reply = await bench.call('tot_status', { sessionId, nodeId: 'R1.A' });
    expect(bytesOf(reply)).toBeLessThanOrEqual(20 * 1024);
  });
});

test('every accepted call says that there are no errors', async () => {
  const replies = [
    await bench.call('tot_start', { query: 'Why?', protocol: 'classic' }),
    await bench.call('tot_propose', { sessionId, nodes: [root] }),
    await commit({}),
    await bench.call('tot_reclassify', { sessionId, nodeId: 'R1.A', newState: 'VERIFY' }),
    await bench.call('tot_status', { sessionId }),
    await bench.call('tot_status', { sessionId, nodeId: 'R1.A' }),
    await bench.call('tot_status', {}),
    await bench.call('ticket_status', { sessionId }),
    await bench.call('tot_end', {
      sessionId,
      outcome: 'inconclusive',
      reason: 'Nothing shows it any more. '.repeat(2),
    }),
  ];
  expect(replies.map(({ status, errors }) => ({ status, errors }))).toEqual(
    replies.map(() => ({ status: 'OK', errors: [] })),
  );
});

describe('a refused tot_end', () => {
  const known = () => ({ status: 'REJECTED', sessionId, query: 'Why is it slow?', totalRounds: 1, totalNodes: 0 });

  test.each<[string, object, string]>([
    ['for what is missing', {}, 'empty'],
    ['for a reason that is too short', { outcome: 'inconclusive', reason: 'No.' }, 'reason too short'],
    ['for its arguments', { outcome: 'solved' }, 'invalid input'],
  ])('%s says which investigation goes on, and how far it is', async (_what, args, reason) => {
    expect(await bench.call('tot_end', { sessionId, ...args })).toMatchObject({ ...known(), reason });
  });

  test('counts what is committed', async () => {
    await bench.call('tot_propose', { sessionId, nodes: [root] });
    await commit({ state: 'DRILL' });
    const reply = await bench.call('tot_end', { sessionId });
    expect(reply).toMatchObject({ ...known(), totalNodes: 1 });
    expect(reply['reason']).toMatch(/round.*depth/);
  });

  test('of an unknown session says only why', async () => {
    const reply = await bench.call('tot_end', { sessionId: `s-${'a'.repeat(20)}` });
    expect(reply).toMatchObject({ status: 'REJECTED', reason: 'session not found' });
    expect(reply).not.toHaveProperty('totalNodes');
  });
});

test.each(['multi-gate', 'classic', 'single-root'])('the instructions of %s name the next call', async (protocol) => {
  const { instructions } = await bench.call('tot_start', { query: 'Why?', protocol });
  expect(instructions).toMatch(/^Call tot_propose with /);
});

test('a node named twice in one call is judged by the evidence of each', async () => {
  const { sessionId: strict } = await bench.call('tot_start', { query: 'Why?', minRoots: 1 });
  const nodes = ['A', 'B', 'C', 'D'].map((suffix) => ({ ...root, id: `R1.${suffix}` }));
  await bench.call('tot_propose', { sessionId: strict, nodes });
  const [taken, own] = [
    'The log of the failing run shows the lock taken twice by one thread.',
    'Nobody waits. '.repeat(5),
  ];
  const dead = (nodeId: string, evidence: string) => ({ nodeId, state: 'DEAD', findings: 'Seen.', evidence });
  const open = (nodeId: string) => ({ nodeId, state: 'DRILL', findings: 'Seen.' });
  const commitAll = async (...results: object[]) => bench.call('tot_commit', { sessionId: strict, results });
  expect(await commitAll(dead('R1.A', taken), open('R1.B'), open('R1.C'))).toMatchObject({ status: 'OK' });
  const { errors } = await commitAll(dead('R1.D', taken), dead('R1.D', own));
  expect((errors as { error: string }[]).map(({ error }) => error)).toContain('DUPLICATE_EVIDENCE');
});
