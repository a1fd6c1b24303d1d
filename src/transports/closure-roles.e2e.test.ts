/**
 * The closure gate across servers bound to roles, on one store. Its bug, to a user: builders that validate themselves by
 * saying that they are somebody else, or a fleet in which the overseer cannot do its work.
 */
import type { Repo } from '../testing/git-repo.js';
import { temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { addProject, checkReports, serverIn, TicketTeam } from '../testing/ticket-team.js';

let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let servers: ProctorClient[];

beforeEach(async () => {
  data = await temporaryDir();
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await Promise.all([repo.rm(), data.remove()]);
});

async function serveAs(role?: string): Promise<ProctorClient> {
  const server = await serverIn(repo, data.path, role === undefined ? [] : ['--as', role]);
  servers.push(server);
  return server;
}

const toolsOf = async (server: ProctorClient) =>
  (await server.client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith('ticket_'));

const nobody = { by: undefined };

test('orchestrator and overseer each have their own tools, and a whole ticket goes through', async () => {
  repo = await addProject({ config: { independence: 'connection' } });
  const [orchestrator, architect, system3] = await Promise.all(['orchestrator', 'architect', 'system3'].map(serveAs));
  if (!orchestrator || !architect || !system3) throw new Error('three servers');
  expect(await toolsOf(orchestrator)).toEqual([
    ...['ticket_open', 'ticket_start', 'ticket_submit', 'ticket_escalate', 'ticket_status'],
  ]);
  expect(await toolsOf(system3)).toEqual([...['ticket_validate', 'ticket_report', 'ticket_escalate', 'ticket_status']]);

  const team = await TicketTeam.at(orchestrator);
  const overseer = team.through(system3);
  await repo.write({ 'src/add.mjs': 'export const add = (a, b) => a + b;\n' });
  expect((await team.submit(1, nobody)).data.gate.status).toBe('REVIEWING');
  expect((await team.through(architect).review(nobody)).data.ticket).toMatchObject({
    status: 'impl_complete',
    independence: 'connection',
  });

  // The builders cannot, under whatever name.
  for (const by of [undefined, { role: 'system3', agentId: 'overseer-1' }]) {
    expect((await team.validate({ by })).codes).toEqual(['WRONG_ROLE']);
    expect((await team.through(architect).validate({ by })).codes).toEqual(['WRONG_ROLE']);
  }
  expect((await overseer.submit(2)).codes).toEqual(['WRONG_ROLE']);
  expect((await overseer.review()).codes).toEqual(['WRONG_ROLE']);

  expect((await overseer.validate(nobody)).data.ticket.status).toBe('s3_validating');
  expect((await team.report('investigator')).codes).toEqual(['WRONG_ROLE']);
  await overseer.report('investigator', nobody);
  await overseer.report('prd_auditor', nobody);
  expect(await overseer.untilRan()).toBe('passed');
  expect((await overseer.report('validator', nobody)).data.ticket).toMatchObject({
    status: 'closed',
    independence: 'connection',
  });
  // The builders see it too.
  expect((await team.ok('ticket_status', { detail: 'full' })).ticket.status).toBe('closed');
});

test('where the project wants connections, a name alone validates nothing', async () => {
  repo = await addProject({ config: { independence: 'connection' } });
  const solo = await serveAs();
  const team = await TicketTeam.at(solo);
  await team.handOff(repo);
  const refused = await team.validate();
  expect(refused.codes).toEqual(['PRINCIPAL_UNKNOWN']);
  expect(refused.data.errors[0].suggestion).toContain('proctor serve --as system3');
  const overseer = team.through(await serveAs('system3'));
  // One executor was only claimed, and the label says so.
  expect((await overseer.validate(nobody)).data.ticket).toMatchObject({
    status: 's3_validating',
    independence: 'claimed',
  });
});

test('where the project wants a principal for each check, the same one cannot do two', async () => {
  repo = await addProject({ config: { checksSeparate: true } });
  const team = await TicketTeam.at(await serveAs());
  await team.handOff(repo);
  await team.validate();
  const by = (agentId: string) => ({ by: { role: 'system3', agentId } });
  await team.report('investigator', by('one'));
  expect((await team.report('prd_auditor', by('ONE'))).codes).toEqual(['CHECKS_NOT_SEPARATE']);
  await team.report('prd_auditor', by('two'));
  expect(await team.untilRan()).toBe('passed');
  expect((await team.report('validator', { ...checkReports.validator, ...by('three') })).data.ticket.status).toBe(
    'closed',
  );
});

test('a project that wants more than this server can see is told so, and nothing closes', async () => {
  repo = await addProject({ config: { levels: { close: 'H4' } } });
  const team = await TicketTeam.at(await serveAs());
  await team.handOff(repo);
  await team.validate();
  expect(await team.untilRan()).toBe('passed');
  const refused = await team.report('validator');
  expect(refused.codes).toEqual(['EVIDENCE_TOO_WEAK']);
  expect(refused.data.errors[0].message).toContain('H4');
});
