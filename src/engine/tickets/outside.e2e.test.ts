/**
 * Files no contract names, and files two contracts name. Its bug, to a user: a helper nobody looked at makes the command
 * pass; or honest neighbours in one tree are refused for each other's work.
 */
import { repoAt } from '../../testing/git-repo.js';
import type { ProctorClient } from '../../testing/proctor-client.js';
import { sharedProject } from '../../testing/served-project.js';
import { contract, right, serverIn, sourceFile, TicketTeam } from '../../testing/ticket-team.js';

const { repo, data, proctor } = sharedProject({ files: { 'docs/a.md': 'a\n', 'tools/ok.mjs': '' } });

const docs = { title: 'Docs', files: ['docs/**'], verify: 'node tools/ok.mjs' };
const wrong = 'export const add = (a, b) => a - b;\n';

afterEach(async () => {
  await repo.git('checkout', '-q', 'main', '--', '.');
  await repo.git('clean', '-fdq');
});

/** A second ticket of the same session, started. */
async function beside(
  team: TicketTeam,
  more: Record<string, unknown>,
  start: Record<string, unknown> = {},
): Promise<TicketTeam> {
  const ticket = { ...contract, action: `Write them, ${Math.random()}.`, ...docs, ...more };
  const { data: opened } = await proctor.call('ticket_open', { sessionId: team.sessionId, tickets: [ticket] });
  const second = team.through(proctor, String(opened.tickets[0].ticketId));
  await second.ok('ticket_start', start);
  return second;
}

async function withdrawn(...teams: TicketTeam[]): Promise<void> {
  for (const team of teams)
    await team.call('ticket_escalate', { tried: 'All.', question: 'Over?', by: { role: 'executor', agentId: 'e' } });
}

const named = ({ data: { errors } }: { data: { errors?: { message: string }[] } }) => errors?.[0]?.message ?? '';

test('only work that was seen is accounted for by a ticket that is closed; and every later look looks again', async () => {
  const team = await TicketTeam.at(proctor);
  const other = await beside(team, {});
  await repo.write({ 'docs/a.md': 'written\n' });
  const filesModified = ['docs/a.md'];
  expect((await other.submit(1, { filesModified })).data.gate?.status).toBe('REVIEWING');
  await other.review();
  await other.close({ findings: [{ subject: 'docs/a.md', met: true, evidence: 'One line, read.' }] });

  await repo.write({ [sourceFile]: right, 'docs/a.md': 'and changed under cover of a closed ticket\n' });
  const covered = await team.submit(1);
  expect([covered.codes, named(covered)]).toEqual([['OUTSIDE_CONTRACT'], expect.stringContaining('docs/a.md')]);
  await repo.write({ 'docs/a.md': 'written\n' });
  expect((await team.submit(1)).data.gate?.status).toBe('REVIEWING');

  await repo.write({ 'helper.mjs': 'export {};\n' });
  const reviewed = await team.review();
  expect([reviewed.codes, named(reviewed)]).toEqual([['OUTSIDE_CONTRACT'], expect.stringContaining('helper.mjs')]);
  expect((await team.review({ verdict: 'REJECTED', recommendation: 'commit' })).codes).toEqual(['INCONSISTENT_REVIEW']);
  await repo.remove('helper.mjs');
  expect((await team.review()).data.ticket?.status).toBe('impl_complete');

  await repo.write({ 'helper.mjs': 'export {};\n' });
  expect((await team.validate()).codes).toEqual(['OUTSIDE_CONTRACT']);
  await repo.remove('helper.mjs');
  // What an overseer leaves where nothing counts, and what people commit meanwhile, is nobody's fault.
  await repo.write({ 'ignored/scratch.txt': 'x', '.claude/evidence/T-1/screenshots/one.png': 'x', 'NOTES.md': 'n\n' });
  await repo.git('add', 'NOTES.md');
  await repo.git('commit', '-q', '-m', 'a person’s');
  const validated = (await team.validate()).data;
  expect(validated).toMatchObject({ status: 'OK', warnings: [{ warning: 'COMMITTED_OUTSIDE', count: 1 }] });
  await repo.write({ 'helper.mjs': 'export {};\n' });
  expect((await team.report('investigator')).data.status).toBe('OK');
  expect((await team.report('prd_auditor')).data.status).toBe('OK');
  await team.untilRan();
  expect((await team.report('validator')).codes).toEqual(['OUTSIDE_CONTRACT']);
  await repo.remove('helper.mjs');
  expect((await team.report('validator')).data.ticket?.status).toBe('closed');
  await repo.git('reset', '-q', '--hard', 'HEAD~1');
});

test('a ticket of another worktree accounts for nothing here; one that waits only for what was seen of it', async () => {
  const team = await TicketTeam.at(proctor);
  await repo.git('worktree', 'add', '-q', '-b', 'elsewhere', 'ignored/tree');
  const far = await beside(team, {}, { workDir: 'ignored/tree' });
  await repoAt(`${repo.dir}/ignored/tree`).write({ 'docs/a.md': 'there\n' });
  await repo.write({ [sourceFile]: right, 'docs/a.md': 'here\n' });
  expect((await team.submit(1)).codes).toEqual(['OUTSIDE_CONTRACT']);

  // The very same files, by a ticket of this tree.
  const near = await beside(team, { title: 'Docs here' });
  await repo.write({ 'docs/a.md': 'here, half\n' });
  await withdrawn(near);
  await repo.write({ 'docs/a.md': 'here, half, and more\n' });
  expect((await team.submit(1)).codes).toEqual(['OUTSIDE_CONTRACT']);
  await repo.write({ 'docs/a.md': 'here, half\n' });
  expect((await team.submit(1)).data.gate?.status).toBe('REVIEWING');
  await withdrawn(team, far);
  await repo.git('worktree', 'remove', '--force', 'ignored/tree');
});

describe('tickets of two sessions in one tree', () => {
  let second: ProctorClient;
  beforeAll(async () => {
    second = await serverIn(repo, data.path);
  });
  afterAll(async () => second.close());

  test('cannot both be at work on the same files; one that waits for a person is named and not in the way', async () => {
    const first = await TicketTeam.at(proctor, { title: 'First' });
    const later = await TicketTeam.open(second, { title: 'Later' });
    const refused = await later.call('ticket_start');
    expect(refused.codes).toEqual(['FILES_OVERLAP']);
    expect(named(refused)).toContain(`T-1 of session ${first.sessionId}`);

    // Work on other files is allowed, and accounted for.
    const apart = await TicketTeam.at(second, { ...docs, title: 'Apart' });
    await repo.write({ [sourceFile]: right, 'docs/a.md': 'by another session\n' });
    expect((await first.submit(1)).data.gate?.status).toBe('REVIEWING');

    await withdrawn(first, apart);
    const { warnings } = await later.ok('ticket_start');
    expect(warnings).toMatchObject([{ warning: 'FILES_SHARED', message: expect.stringContaining(first.sessionId) }]);
    await withdrawn(later);
  });

  test('started at the same moment by two processes, one of them is', async () => {
    const teams = await Promise.all(
      [proctor, second, proctor, second].map(async (server, at) => TicketTeam.open(server, { title: `At once ${at}` })),
    );
    await repo.write({ [sourceFile]: wrong });
    const replies = await Promise.all(teams.map(async (team) => team.call('ticket_start')));
    const codes = replies.map(({ codes: [code = 'OK'] }) => code).sort();
    expect(codes).toEqual(['FILES_OVERLAP', 'FILES_OVERLAP', 'FILES_OVERLAP', 'OK']);
  });
});
