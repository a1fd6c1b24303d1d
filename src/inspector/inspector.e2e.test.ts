/**
 * The inspector from outside: real servers, a stock receiver of `@statelyai/inspect`. Its bug, to a user: whoever opens
 * the inspector in the middle of the work sees an empty page, or charts that stand still.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { grow, openEngine, resultFor } from '../../bench/grow.js';
import type { Repo } from '../testing/git-repo.js';
import { addressIn, Receiver } from '../testing/inspector-receiver.js';
import { mainFile, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { addProject, contract, right, serverIn, sourceFile, TicketTeam } from '../testing/ticket-team.js';
import { until } from '../testing/until.js';

const nodes = 1000;

let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: ProctorClient;
let tree: { id: string; open: string[] };
let rounds: number;
const others: ChildProcess[] = [];

const startServer = async () => {
  server = await serverIn(repo, data.path, ['--inspect']);
};
const address = () => until(() => addressIn(server.stderr()));
const receiver = async () => new Receiver((await address()).socket);
const root = () => `session:${tree.id}`;
const nodeId = (id: string) => `${root()}/node:${id}`;
const valueOf = (message: StatelyInspectionEvent) =>
  'snapshot' in message ? (message.snapshot as { value?: unknown }).value : undefined;
const commit = async (id: string) => {
  const { data: reply } = await server.call('tot_commit', { sessionId: tree.id, results: [resultFor(id)] });
  expect(reply).toMatchObject({ status: 'OK' });
};

beforeAll(async () => {
  repo = await addProject();
  data = await temporaryDir();
  const engine = openEngine(data.path);
  tree = await grow(engine, nodes, 10, repo.dir);
  await engine.close();
  rounds = Math.max(...tree.open.map((id) => Number(/^R(\d+)/.exec(id)?.[1])));
  await startServer();
});

afterAll(async () => {
  for (const other of others) other.kill('SIGKILL');
  await server.close();
  await Promise.all([repo.rm(), data.remove()]);
});

test('whoever connects late is told of every actor, with its chart and where it stands', async () => {
  const actors = await (await receiver()).actorsOf(1 + rounds + nodes);
  expect(actors.size).toBe(1 + rounds + nodes);
  const chart = JSON.parse(await readFile(new URL('../../docs/charts/node.json', import.meta.url), 'utf8'));
  for (const id of [tree.open[0]!, 'R1.N0', 'R2.N5']) {
    const actor = actors.get(nodeId(id))!;
    expect(JSON.parse(actor.definition!)).toEqual(chart);
    expect(actor.snapshot).toMatchObject({ status: 'active', context: { id } });
    expect(valueOf(actor)).toBe(tree.open.includes(id) ? 'PROPOSED' : 'DRILL');
    expect(actor).toMatchObject({ rootId: root(), parentId: `${root()}/round:${id.slice(1, id.indexOf('.'))}` });
  }
  expect(actors.get(root())).toMatchObject({ snapshot: { value: 'investigating', context: { rounds } } });
  const known = new Set<string>();
  for (const { sessionId, parentId } of actors.values()) {
    expect(parentId === undefined || known.has(parentId)).toBe(true);
    known.add(sessionId);
  }
});

test('from then on it hears what becomes of a node, a ticket and its gate', async () => {
  const seen = await receiver();
  await seen.actorsOf(1 + rounds + nodes);
  const [id] = tree.open.splice(0, 1) as [string];
  await commit(id);
  const about = await seen.about(nodeId(id), (message) => valueOf(message) === 'DRILL');
  expect(about.map(({ type }) => type)).toEqual(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);
  expect(about[1]).toMatchObject({ event: { type: 'commit.DRILL' }, sourceId: `${root()}/round:${rounds}` });

  const { data: opened } = await server.call('ticket_open', { sessionId: tree.id, tickets: [contract] });
  const { ticketId } = opened.tickets[0];
  const ticket = (tool: string, args: object = {}) => server.call(tool, { sessionId: tree.id, ticketId, ...args });
  await ticket('ticket_start');
  const ticketActor = `${root()}/ticket:${ticketId}`;
  const moves = await seen.about(ticketActor, (message) => valueOf(message) === 'in_progress');
  expect(moves[0]).toMatchObject({ type: '@xstate.actor', parentId: root(), snapshot: { value: 'open' } });
  const gate = await seen.about(`${ticketActor}/gate`, (message) => leaf(valueOf(message)) === 'EXECUTING');
  expect(gate[0]).toMatchObject({ type: '@xstate.actor', parentId: ticketActor, name: `gate:${ticketId}` });
  expect(gate.filter(({ type }) => type === '@xstate.event')).toContainEqual(
    expect.objectContaining({ event: expect.objectContaining({ type: 'gate.begin' }), sourceId: ticketActor }),
  );

  // Whoever waits for a person is in nobody's way.
  await ticket('ticket_escalate', { tried: 'All of it.', question: 'What now?' });
  const refused = await server.call('tot_commit', { sessionId: tree.id, results: [resultFor('R9.NONE')] });
  expect(refused.isError).toBe(true);
  await seen.about(root(), (message) => 'event' in message && message.event.type === 'refused.round.commit');
  for (const message of seen.received)
    if ('snapshot' in message) expect(message.snapshot).not.toHaveProperty('children');
  const { findings, evidence } = resultFor(id);
  const told = JSON.stringify(seen.received);
  for (const text of [findings, evidence, contract.action, contract.title]) expect(told).not.toContain(text);
});

const leaf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? leaf(Object.values(value)[0]) : value;

test('a restarted server, and another process, tell of the same actors by the same ids', async () => {
  const before = await (await receiver()).actorsOf(1 + rounds + nodes + 2);
  await server.close();
  await startServer();
  const again = await receiver();
  expect(await again.actorsOf(before.size)).toEqual(before);

  const other = spawn(process.execPath, [mainFile, 'inspect', tree.id, '--json'], {
    env: { ...process.env, PROCTOR_DATA: data.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(other);
  let out = '';
  other.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const elsewhere = new Receiver(
    String(JSON.parse(await until(() => (out.endsWith('}\n') ? out : undefined))).webSocket),
  );
  expect(await elsewhere.actorsOf(before.size)).toEqual(before);

  const [id] = tree.open.splice(0, 1) as [string];
  await commit(id);
  const live = await Promise.all(
    [again, elsewhere].map((seen) => seen.about(nodeId(id), (message) => valueOf(message) === 'DRILL')),
  );
  expect(live[1]).toEqual(live[0]);
  other.kill('SIGINT');
  expect(await new Promise((resolve) => other.once('exit', resolve))).toBe(0);
});

test('a session that begins later appears, and a withdrawn node leaves', async () => {
  const seen = await receiver();
  await seen.actorsOf(1 + rounds + nodes + 2);
  const team = await TicketTeam.at(server, { title: 'Later' });
  await repo.write({ [sourceFile]: right });
  expect((await team.submit(1)).data.gate.status).toBe('REVIEWING');
  const gate = `session:${team.sessionId}/ticket:${team.ticketId}/gate`;
  await seen.about(gate, (message) => leaf(valueOf(message)) === 'REVIEWING');

  const [id] = tree.open.splice(0, 1) as [string];
  await server.call('tot_propose', { sessionId: tree.id, nodes: [], withdraw: [id] });
  await seen.about(nodeId(id), (message) => 'snapshot' in message && message.snapshot.status === 'stopped');
  const left = 1 + rounds + nodes - 1 + 2 + 3;
  expect((await (await receiver()).actorsOf(left)).has(nodeId(id))).toBe(false);
  await server.close();
  await startServer();
  const later = await (await receiver()).actorsOf(left);
  expect([later.size, later.has(nodeId(id))]).toEqual([left, false]);
});
