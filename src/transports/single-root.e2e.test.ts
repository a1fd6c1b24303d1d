/**
 * A whole `single-root` investigation by scripted agents whose transcripts are real files as Claude Code writes them. Its
 * bug, to a user: a tree of nodes nobody worked on, or real sub-agents that are called fakes.
 */
import { mkdtemp, realpath, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, type ProctorClient, type ToolReply } from '../testing/proctor-client.js';
import { claudeProject, claudeRows, lines, nested, put } from '../testing/transcript-files.js';

let dir: string;
let proctor: ProctorClient;
let sessionId: string;

const place = (name: string) => join(dir, name);

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'proctor-agents-')));
  await put(place('project/README.md'), 'A project.\n');
  await put(join(claudeProject(place('claude'), place('project')), 'parent-1.jsonl'), '{}\n');
  proctor = await serve();
});

afterEach(async () => {
  await proctor.close();
  await rm(dir, { recursive: true, force: true });
});

const serve = (args: readonly string[] = []) =>
  connect(place('data'), ['--transcripts', place('claude'), ...args], { cwd: place('project') });

async function start(more: object = {}): Promise<void> {
  const { data } = await proctor.call('tot_start', { query: 'Why is it slow?', protocol: 'single-root', ...more });
  expect(data.status).toBe('OK');
  sessionId = data.sessionId;
}

const call = (tool: string, args: object): Promise<ToolReply> => proctor.call(tool, { sessionId, ...args });

async function propose(parent: string | null, ...ids: string[]): Promise<ToolReply['data']> {
  const nodes = ids.map((id) => ({ id, parent, title: `Look at ${id}`, plannedAction: `Read what ${id} touches.` }));
  const { data } = await call('tot_propose', { nodes });
  expect(data).toMatchObject({ status: 'OK' });
  return data;
}

/** A sub-agent that really worked on the node, as far as its client's records go. */
async function work(
  agentId: string,
  nodeId: string,
  more: { beginMs?: number; rows?: Record<string, unknown>[] } = {},
): Promise<string> {
  const begun = Date.now() + (more.beginMs ?? 10);
  const at = (ms: number) => new Date(begun + ms).toISOString();
  const rows = claudeRows(agentId).map((row, index) => ({
    ...row,
    timestamp: at(index * 10),
    ...(index === 0 ? { message: { role: 'user', content: `Work on ${nodeId}, and say what you find.` } } : {}),
  }));
  return put(nested(place('claude'), place('project'), agentId), lines(more.rows ?? rows));
}

const result = (nodeId: string, state: string, agentId?: string) => ({
  nodeId,
  state,
  findings: `Looked at ${nodeId}, see src/${nodeId.toLowerCase()}.ts:1.`,
  ...(agentId === undefined ? {} : { agentId }),
});

const commit = (...results: object[]) => call('tot_commit', { results });

/** Proposed, worked on by an agent of its own, committed. */
async function node(parent: string | null, id: string, state: string): Promise<ToolReply['data']> {
  await propose(parent, id);
  const agentId = `agent-of-${id.replace('.', '-')}`;
  await work(agentId, id);
  const { data } = await commit(result(id, state, agentId));
  expect(data).toMatchObject({ status: 'OK' });
  return data;
}

test('from R1.A to the end, with references, every agent found and fitting', async () => {
  await start();
  const early = await node(null, 'R1.A', 'FOUND');
  expect(early.changed).toMatchObject([{ nodeId: 'R1.A', to: 'EXPLORE', claimed: 'FOUND' }]);
  expect(early.warnings.map(({ warning }: { warning: string }) => warning)).toEqual(
    expect.arrayContaining(['DEPTH_ENFORCED', 'INCOMPLETE_EXPLORE']),
  );
  await node('R1.A', 'R2.A', 'EXPLORE');
  await node('R1.A', 'R2.B', 'DEAD');
  await node('R2.A', 'R3.A', 'EXPLORE');
  await node('R2.A', 'R3.B', 'DEAD');
  await node('R3.A', 'R4.A', 'FOUND');
  await node('R3.A', 'R4.B', 'DEAD');
  expect((await call('tot_end', {})).codes).toContain('UNCONFIRMED');
  const verified = await node('R4.A', 'R5.A', 'VERIFY');
  expect(verified.changed).toContainEqual({ nodeId: 'R4.A', from: 'FOUND', to: 'FOUND', why: 'claim confirmed' });
  const again = await propose('R4.A', 'R5.B');
  expect(again.changed).toEqual([{ nodeId: 'R4.A', from: 'FOUND', to: 'FOUND', why: 'confirmer proposed' }]);
  expect((await call('tot_end', {})).codes).toEqual(['PENDING_PROPOSALS', 'NODES_UNSETTLED', 'UNCONFIRMED']);
  await work('agent-of-R5-B', 'R5.B');
  await commit(result('R5.B', 'VERIFY', 'agent-of-R5-B'));
  const { data: end } = await call('tot_end', {});
  expect(end).toMatchObject({ status: 'OK', outcome: 'solved', deadEnds: 3, totalRounds: 5, totalNodes: 9 });
  expect(end.agents).toEqual({ H2: 9 });
  expect(end.solutions).toMatchObject([{ nodeId: 'R4.A', confirmers: ['R5.A', 'R5.B'] }]);
  expect(end.references.map(({ reference }: { reference: string }) => reference)).toContain('src/r4.a.ts:1');
  const { data: seen } = await call('tot_status', { nodeId: 'R4.A' });
  expect(JSON.stringify(seen)).toContain('H2');
});

test('a missing, a reused and an invented agent are refused, and nothing changes', async () => {
  await start();
  await node(null, 'R1.A', 'EXPLORE');
  await propose('R1.A', 'R2.A', 'R2.B', 'R2.C', 'R2.D');
  await work('fresh', 'R2.D');
  const before = await call('tot_status', {});
  const refused = await commit(
    result('R2.A', 'DEAD'),
    result('R2.B', 'DEAD', 'agent-of-R1-A'),
    result('R2.C', 'DEAD', 'never-was'),
    result('R2.D', 'DEAD', 'fresh'),
  );
  expect(refused.data.errors.map(({ error, nodeId }: Record<string, string>) => `${error} ${nodeId}`)).toEqual([
    'MISSING_AGENT R2.A',
    'REUSED_AGENT R2.B',
    'FAKE_AGENT R2.C',
  ]);
  const after = await call('tot_status', {});
  expect({ ...after.data, head: '' }).toEqual({ ...before.data, head: '' });
  expect((await commit(result('R2.D', 'DEAD', 'fresh'))).codes).toEqual([]);
});

test.each(['constructor', '__proto__', 'toString'])('an invented agent by the name %s is one too', async (agentId) => {
  await start();
  await propose(null, 'R1.A');
  expect((await commit(result('R1.A', 'EXPLORE', agentId))).codes).toEqual(['FAKE_AGENT']);
});

test('naming another directory hides no agent, and one that is not there is refused', async () => {
  await put(place('project/docs/index.md'), 'Docs.\n');
  for (const projectDir of ['docs', '/', place('claude')]) {
    await start({ projectDir });
    await propose(null, 'R1.A');
    expect((await commit(result('R1.A', 'EXPLORE', 'invented'))).codes).toEqual(['FAKE_AGENT']);
  }
  await work('of-the-client', 'R1.A');
  expect((await commit(result('R1.A', 'EXPLORE', 'of-the-client'))).codes).toEqual([]);
  for (const projectDir of ['nowhere', './README.md', 'a\0b']) {
    const { codes } = await proctor.call('tot_start', { query: 'Why?', protocol: 'single-root', projectDir });
    expect(codes).toEqual(['INVALID_INPUT']);
  }
});

test('a project that asks for more is heeded by a server that was started elsewhere', async () => {
  await put(place('strict/proctor.config.json'), JSON.stringify({ levels: { node: 'H2' } }));
  await start({ projectDir: place('strict') });
  await propose(null, 'R1.A');
  await work('only-found', 'R1.A', { rows: claudeRows('only-found') });
  expect((await commit(result('R1.A', 'EXPLORE', 'only-found'))).codes).toEqual(['FAKE_AGENT']);
});

test('an agent spelled differently is the same agent', async () => {
  await rm(place('claude'), { recursive: true });
  await start();
  await propose(null, 'R1.A');
  expect((await commit(result('R1.A', 'EXPLORE', 'cheat'))).codes).toEqual([]);
  await propose('R1.A', 'R2.A', 'R2.B', 'R2.C');
  expect((await commit(result('R2.A', 'DEAD', 'Cheat'))).codes).toEqual(['REUSED_AGENT']);
  expect((await commit(result('R2.B', 'DEAD', 'one'), result('R2.C', 'DEAD', 'ONE'))).codes).toEqual([
    'REUSED_AGENT',
    'REUSED_AGENT',
  ]);
  await start();
  await propose(null, 'R1.A');
  expect((await commit(result('R1.A', 'EXPLORE', 'CHEAT'))).codes).toEqual(['REUSED_AGENT']);
});

test('an agent of another session of the store is used up', async () => {
  await start();
  await node(null, 'R1.A', 'EXPLORE');
  await start();
  await propose(null, 'R1.A');
  expect((await commit(result('R1.A', 'EXPLORE', 'agent-of-R1-A'))).codes).toEqual(['REUSED_AGENT']);
});

describe('where the project asks for transcripts that fit', () => {
  const refusal = async (agentId: string) => {
    const { codes, data } = await commit(result('R1.A', 'EXPLORE', agentId));
    expect(codes).toEqual(['FAKE_AGENT']);
    return String(data.errors[0].message);
  };

  beforeEach(async () => {
    await proctor.close();
    await put(place('project/proctor.config.json'), JSON.stringify({ levels: { node: 'H2' } }));
    proctor = await serve();
    await start();
    await propose(null, 'R1.A');
  });

  test('one that fits is taken', async () => {
    await work('good', 'R1.A');
    expect((await commit(result('R1.A', 'EXPLORE', 'good'))).codes).toEqual([]);
  });

  test('where there is nothing to look in, nobody is', async () => {
    await rm(place('claude'), { recursive: true });
    expect(await refusal('nobody-knows')).toMatch(/no agent that cannot be looked up/);
  });

  test('a link out of the folder', async () => {
    const outside = await put(place('elsewhere.jsonl'), lines(claudeRows('linked')));
    const inside = nested(place('claude'), place('project'), 'linked');
    await put(join(dirname(inside), 'other'), '');
    await symlink(outside, inside);
    expect(await refusal('linked')).toMatch(/link/);
  });

  test('rows of another agent', async () => {
    await work('mixed', 'R1.A', { rows: claudeRows('somebody-else') });
    expect(await refusal('mixed')).toMatch(/H1 is known of it, H2 is asked for/);
  });

  test('born before the proposal', async () => {
    const path = await work('early', 'R1.A', { beginMs: -3_600_000 });
    await utimes(path, new Date(), new Date());
    expect(await refusal('early')).toMatch(/before/);
  });

  test('without a tool call', async () => {
    const [first] = claudeRows('idle');
    const now = { ...first, timestamp: new Date().toISOString(), message: { role: 'user', content: 'Work on R1.A.' } };
    await work('idle', 'R1.A', { rows: [now] });
    expect(await refusal('idle')).toMatch(/tool/);
  });
});

test('without transcripts of the project agents are taken with a warning, unless the project refuses them', async () => {
  await rm(place('claude'), { recursive: true });
  await start();
  await propose(null, 'R1.A');
  const taken = await commit(result('R1.A', 'EXPLORE', 'nobody-knows'));
  expect(taken.data.warnings.map(({ warning }: { warning: string }) => warning)).toContain('UNVERIFIED_AGENT');
  await proctor.close();
  await put(place('project/proctor.config.json'), JSON.stringify({ unverifiedAgents: 'refuse' }));
  proctor = await serve();
  await start();
  await propose(null, 'R1.A');
  expect((await commit(result('R1.A', 'EXPLORE', 'nobody-knows-2'))).codes).toEqual(['FAKE_AGENT']);
});

test('there is one root, and no other', async () => {
  await start();
  const root = { parent: null, title: 'Other', plannedAction: 'Look.' };
  expect((await call('tot_propose', { nodes: [{ id: 'R1.B', ...root }] })).codes).toEqual(['SINGLE_ROOT']);
});
