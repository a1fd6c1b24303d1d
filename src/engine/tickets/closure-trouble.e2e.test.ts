/**
 * A validation that does not go smoothly: servers killed, runs that fail or never end, a person who overrides or gives
 * up, other tickets in the same tree. Its bug, to a user: reports lost, a ticket that closes on a red run, or one stuck.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { runOnTerminal } from '../../testing/run-on-terminal.js';
import { servedProject } from '../../testing/served-project.js';
import { right, sourceFile, TicketTeam } from '../../testing/ticket-team.js';

/** Passes at once, until a file git ignores says to fail, or to go on for ever. */
const moody = `import { appendFileSync, existsSync } from 'node:fs';
appendFileSync('ignored/runs', 'run ');
if (existsSync('ignored/fail')) process.exit(1);
if (existsSync('ignored/hang')) setInterval(() => existsSync('ignored/pass') && process.exit(0), 20);
`;
const moodyTicket = { verify: 'node tools/moody.mjs' };

const { repo, data, proctor } = servedProject({ files: { 'tools/moody.mjs': moody } });

beforeEach(async () => {
  await repo.write({ 'ignored/runs': '' });
});

const runs = async () => (await readFile(join(repo.dir, 'ignored/runs'), 'utf8')).split('run').length - 1;
const untilRuns = async (count: number) => {
  while ((await runs()) < count) await after(20);
};

async function crash(): Promise<void> {
  process.kill(proctor.pid, 'SIGKILL');
  await proctor.reconnect();
}

const person = (team: TicketTeam, words: readonly string[], answers: readonly (readonly [string, string])[]) =>
  runOnTerminal([...words, '--session', team.sessionId], { cwd: repo.dir, dataDir: data.path, answers });

test('killed during the closing run: reports and lease are kept, the run is made again', async () => {
  let team = await TicketTeam.at(proctor, moodyTicket);
  await team.handOff(repo);
  await repo.write({ 'ignored/hang': '' });
  await team.validate();
  await team.report('investigator');
  await untilRuns(2);
  expect((await team.report('validator')).codes).toEqual(['CLEAN_RUN_PENDING']);
  const { lease } = (await team.ok('ticket_status', { detail: 'full' })).closure;
  await crash();
  team = team.through(proctor);
  const seen = await team.ok('ticket_status', { detail: 'full' });
  expect(seen).toMatchObject({
    ticket: { status: 's3_validating' },
    checks: { investigator: { status: 'passed' }, validator: { status: 'waiting' } },
    closure: { lease, run: 'running' },
  });
  await untilRuns(3);
  await repo.write({ 'ignored/pass': '' });
  expect(await team.untilRan()).toBe('passed');
  await team.report('prd_auditor');
  expect((await team.report('validator')).data.ticket.status).toBe('closed');
});

test('a closing run that fails lets nobody pass it, and the failure sends it back', async () => {
  const team = await TicketTeam.at(proctor, moodyTicket);
  await team.handOff(repo);
  await repo.write({ 'ignored/fail': '' });
  await team.validate();
  expect(await team.untilRan()).toBe('failed');
  expect((await team.report('validator')).codes).toEqual(['EVIDENCE_TOO_WEAK']);
  await team.report('investigator');
  await team.report('prd_auditor');
  const failed = { passed: false, summary: 'The command fails.', findings: [] };
  expect((await team.report('validator', failed)).data).toMatchObject({
    ticket: { status: 'in_progress', attempt: 2 },
    gate: { feedback: expect.stringContaining('The validator says: The command fails.') },
  });
});

test('files changed while the checks are made send it back, whatever they report', async () => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  await team.validateButOne();
  await repo.write({ [sourceFile]: `${right}// tidied\n` });
  const moved = await team.report('validator');
  expect(moved.data).toMatchObject({
    ticket: { status: 'in_progress', attempt: 2 },
    gate: { feedback: expect.stringContaining('no longer those that were handed off') },
  });
});

test('a later ticket that closed may have changed the same files', async () => {
  await repo.write({ 'src/two.mjs': 'export const two = 2;\n' });
  const first = await TicketTeam.at(proctor, { files: ['src/add.mjs'] });
  await first.handOff(repo);
  await first.validate();
  await first.untilRan();

  // A protected file that only the second ticket names.
  const opened = await first.ok('ticket_open', {
    ticketId: undefined,
    tickets: [
      {
        title: 'Two is tested',
        action: 'Add a test of two.',
        files: ['test/two.test.mjs'],
        verify: 'node --test test/two.test.mjs',
        done: ['there is a test of two'],
      },
    ],
  });
  const second = first.through(proctor, opened.tickets[0].ticketId);
  await second.ok('ticket_start');
  await repo.write({
    'test/two.test.mjs': "import test from 'node:test';\nimport '../src/two.mjs';\ntest('two', () => {});\n",
  });
  await second.submit(1, { filesModified: ['test/two.test.mjs'] });
  expect((await second.review()).data.ticket.status).toBe('impl_complete');
  await second.close({ findings: [{ subject: 'test/two.test.mjs', met: true, evidence: 'Read it.' }] });

  await first.report('investigator');
  await first.report('prd_auditor');
  expect((await first.report('validator')).data.ticket.status).toBe('closed');
});

test('a ticket that waits for another goes on when that one closes', async () => {
  const first = await TicketTeam.at(proctor, { files: ['src/add.mjs'] });
  const opened = await first.ok('ticket_open', {
    ticketId: undefined,
    tickets: [
      {
        ...moodyTicket,
        title: 'After',
        action: 'Use add.',
        files: ['src/use.mjs'],
        done: ['use calls add'],
        dependsOn: [first.ticketId],
      },
    ],
  });
  const second = first.through(proctor, opened.tickets[0].ticketId);
  expect((await second.call('ticket_start')).codes).toEqual(['DEPENDENCY_OPEN']);
  await first.handOff(repo);
  expect((await second.call('ticket_start')).codes).toEqual(['DEPENDENCY_OPEN']);
  await first.close();
  expect((await second.ok('ticket_start')).gate.status).toBe('EXECUTING');
});

test('a skipped ticket faces the checks, waits for a person to accept it, and closes with its label', async () => {
  const team = await TicketTeam.at(proctor, moodyTicket);
  await repo.write({ [sourceFile]: right, 'ignored/fail': '' });
  const why = ['--reason', 'known-false-negative', '--note', 'The runner is broken.'];
  const skipped = await person(team, ['override', 'skip', team.ticketId, ...why], [['Type T-', team.ticketId]]);
  expect(skipped.code).toBe(0);
  expect((await team.validate()).data).toMatchObject({ ticket: { status: 's3_validating', labels: ['unverified'] } });
  expect(await team.untilRan()).toBe('failed');
  await team.report('investigator');
  await team.report('prd_auditor');
  expect((await team.report('validator')).codes).toEqual(['EVIDENCE_TOO_WEAK']);
  const accepted = await person(team, ['decide', team.ticketId, 'accept'], [['Type T-', team.ticketId]]);
  expect(accepted).toMatchObject({ code: 0, screen: expect.stringContaining('s3_validating') });
  expect((await team.report('validator')).data.ticket).toMatchObject({ status: 'closed', labels: ['unverified'] });
  const report = await readFile(join(repo.dir, '.claude/evidence', team.ticketId, 'closure-report.md'), 'utf8');
  expect(report).toContain('closed (unverified)');
  expect(report).toMatch(/decided: accept .*a person/);
  const { stats } = (await proctor.call('ticket_status', { sessionId: team.sessionId })).data;
  expect(stats).toMatchObject({ passed: 0, closedWithLabel: 1 });
});

test('an approved ticket needs no acceptance, and an agent cannot accept', async () => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  const needless = await person(team, ['decide', team.ticketId, 'accept'], []);
  expect(needless).toMatchObject({ code: 1, screen: expect.stringContaining('WRONG_STATUS') });
  expect((await team.ok('ticket_status', { detail: 'full' })).ticket.status).toBe('impl_complete');
});

test('a person gives it up during the checks: the run ends with it', async () => {
  const team = await TicketTeam.at(proctor, moodyTicket);
  await team.handOff(repo);
  await repo.write({ 'ignored/hang': '' });
  await team.validate();
  await untilRuns(2);
  const words = ['decide', team.ticketId, 'withdraw', '--note', 'Not needed any more.'];
  expect((await person(team, words, [['Type T-', team.ticketId]])).code).toBe(0);
  expect((await team.report('investigator')).codes).toEqual(['WRONG_STATUS']);
  await repo.write({ 'ignored/pass': '' });
  const seen = await team.ok('ticket_status', { detail: 'full' });
  expect(seen.ticket.status).toBe('withdrawn');
});

test('asking for a person flags a ticket under validation until it leaves', async () => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  await team.validate();
  const asked = { question: 'Which services count as real?', tried: 'Read the contract.' };
  expect((await team.call('ticket_escalate', asked)).data.ticket).toMatchObject({ flagged: true });
  expect((await team.call('ticket_escalate', asked)).codes).toEqual(['ALREADY_ESCALATED']);
  await team.report('investigator');
  await team.report('prd_auditor');
  await team.untilRan();
  const closed = (await team.report('validator')).data.ticket;
  expect([closed.status, closed.flagged]).toEqual(['closed', undefined]);
});
