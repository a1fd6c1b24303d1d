/**
 * Servers bound to roles, on one store. Its bug, to a user: an agent that plans, builds and approves its own work by
 * saying that it is somebody else.
 */
import type { Repo } from '../testing/git-repo.js';
import { temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { addProject, approval, contract, right, serverIn, sourceFile, TicketTeam } from '../testing/ticket-team.js';

const roles = ['planner', 'orchestrator', 'executor', 'architect', 'system3'] as const;

let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let servers: Record<(typeof roles)[number] | 'solo', ProctorClient>;

beforeAll(async () => {
  repo = await addProject();
  data = await temporaryDir();
  const bound = await Promise.all(
    roles.map(async (role) => [role, await serverIn(repo, data.path, ['--as', role])] as const),
  );
  servers = { ...Object.fromEntries(bound), solo: await serverIn(repo, data.path) } as typeof servers;
});

afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  await Promise.all([repo.rm(), data.remove()]);
});

afterEach(async () => {
  await repo.git('checkout', '-q', '--', '.');
});

const ticketTools = async (server: ProctorClient) =>
  (await server.client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith('ticket_'));

const both = ['ticket_escalate', 'ticket_status'];

test.each([
  ['planner', ['ticket_open', ...both]],
  ['orchestrator', ['ticket_open', 'ticket_start', 'ticket_submit', ...both]],
  ['executor', ['ticket_submit', ...both]],
  ['architect', ['ticket_review', ...both]],
  ['system3', ['ticket_validate', 'ticket_report', ...both]],
  [
    'solo',
    [...['ticket_open', 'ticket_start', 'ticket_submit', 'ticket_review', 'ticket_validate', 'ticket_report'], ...both],
  ],
] as const)('the %s is shown the tools of that role', async (role, tools) => {
  expect(await ticketTools(servers[role])).toEqual(tools);
});

test('a ticket goes through four servers, each known by its connection', async () => {
  const { planner, orchestrator, executor, architect } = servers;
  const planned = await TicketTeam.open(planner);
  const run = planned.through(orchestrator);
  await run.ok('ticket_start');
  await repo.write({ [sourceFile]: right });
  // Nobody has to say who they are: the connection does.
  expect((await planned.through(executor).submit(1, { by: undefined })).data.gate.status).toBe('REVIEWING');
  const reviewed = await planned.through(architect).review({ by: undefined });
  expect(reviewed.data.gate.status).toBe('APPROVED');
  const seen = await planned.ok('ticket_status', { detail: 'full' });
  const who = seen.history.map(({ what, by }: { what: string; by: string }) => `${what}: ${by}`);
  expect(who).toEqual(
    expect.arrayContaining([
      'ticket.submit: executor (connection)',
      'ticket.review: architect (connection)',
      'gate.ran: server (connection)',
    ]),
  );
});

test('a call of another role is refused, also under a mask', async () => {
  const team = await TicketTeam.at(servers.orchestrator, { title: 'Masks' });
  await repo.write({ [sourceFile]: right });
  const codes = async (server: ProctorClient, tool: string, args: object) =>
    (await team.through(server).call(tool, { ...args })).codes;
  expect(await codes(servers.executor, 'ticket_review', approval)).toEqual(['WRONG_ROLE']);
  expect(await codes(servers.architect, 'ticket_start', {})).toEqual(['WRONG_ROLE']);
  expect(
    await codes(servers.executor, 'ticket_review', { ...approval, by: { role: 'architect', agentId: 'x' } }),
  ).toEqual(['WRONG_ROLE']);
  expect((await team.through(servers.planner).submit(1)).codes).toEqual(['WRONG_ROLE']);
  expect((await team.through(servers.architect).submit(1)).codes).toEqual(['WRONG_ROLE']);
  expect((await servers.executor.call('ticket_open', { tickets: [contract] })).codes).toEqual(['WRONG_ROLE']);
  // An orchestrator includes the executor.
  expect((await team.through(servers.orchestrator).submit(1)).data.gate.status).toBe('REVIEWING');
  expect(await codes(servers.orchestrator, 'ticket_review', approval)).toEqual(['WRONG_ROLE']);
});

test('as solo, whoever submits or reviews says who they are, and that is a claim', async () => {
  const team = await TicketTeam.at(servers.solo, { title: 'Alone' });
  await repo.write({ [sourceFile]: right });
  for (const by of [undefined, {}, { role: 'executor' }])
    expect((await team.submit(1, { by })).codes).toEqual(['PRINCIPAL_UNKNOWN']);
  expect((await team.submit(1, { by: { role: 'architect', agentId: 'a' } })).codes).toEqual(['WRONG_ROLE']);
  expect((await team.submit(1, { by: { agentId: 'one' } })).data.gate.status).toBe('REVIEWING');
  expect((await team.review({ by: undefined })).codes).toEqual(['PRINCIPAL_UNKNOWN']);
  for (const agentId of ['one', ' one ', 'ONE'])
    expect((await team.review({ by: { agentId } })).codes).toEqual(['SELF_REVIEW']);
  expect((await team.review({ by: { agentId: 'ｏｎｅ' } })).codes).toEqual(['INVALID_INPUT']);
  expect((await team.review({ by: { agentId: 'two' } })).data.gate.status).toBe('APPROVED');
  const seen = await team.ok('ticket_status', { detail: 'full' });
  expect(seen.history.map(({ by }: { by: string }) => by)).toContain('solo two (claimed)');
});

test('a role nobody knows is a wrong use of the command', async () => {
  await expect(serverIn(repo, data.path, ['--as', 'emperor'])).rejects.toThrow(/There is no role "emperor"/);
});

test('prompts set an executor and an architect on their way', async () => {
  const args = { sessionId: 's-1', ticketId: 'T-1' };
  for (const [name, says] of [
    ['implement_ticket', /ticket_submit/],
    ['review_ticket', /ticket_review/],
  ] as const) {
    const { messages } = await servers.solo.client.getPrompt({ name, arguments: args });
    expect(messages[0]?.content).toMatchObject({ type: 'text', text: expect.stringMatching(says) });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining('"T-1"') });
    await expect(servers.solo.client.getPrompt({ name, arguments: { sessionId: 's-1' } })).rejects.toMatchObject({
      code: -32602,
    });
  }
});
