/** Ways past the closure gate that were tried and must stay shut. Its bug, to a user: closed, and nobody had looked. */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shardCount, shardPath } from '../../store/index-shard.js';
import { runCli } from '../../testing/run-cli.js';
import { servedProject } from '../../testing/served-project.js';
import { TicketTeam } from '../../testing/ticket-team.js';

const { repo, data, proctor } = servedProject();

const finding = (subject: string) => ({ subject, met: true, evidence: 'Read it.' });
const makePipe = (path: string) => promisify(execFile)('mkfifo', [path]);

test('a file beyond those that can be listed is not out of sight', async () => {
  const team = await TicketTeam.at(proctor);
  const many = Object.fromEntries(
    Array.from({ length: 205 }, (_, index) => [`src/a${String(index).padStart(3, '0')}.mjs`, 'export {};\n']),
  );
  await repo.write({ ...many, 'src/zz-backdoor.mjs': 'export {};\n' });
  await team.handOff(repo);
  await team.validate();
  const listed = Object.keys(many).slice(0, 200).map(finding);
  const partly = await team.report('investigator', { findings: listed });
  expect(partly.codes).toEqual(['DIFF_MISMATCH']);
  expect(partly.data.errors[0].message).toMatch(/7 of 207 changed files have no finding/);
  expect((await team.report('investigator', { findings: [finding('src/'), finding('lib')] })).codes).toEqual([
    'DIFF_MISMATCH',
  ]);
  expect((await team.report('investigator', { findings: [finding('src/')] })).codes).toEqual([]);
});

test('rules by which git would hide a change count as a change', async () => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  await team.validateButOne();
  await mkdir(join(repo.dir, '.git/info'), { recursive: true });
  await writeFile(join(repo.dir, '.git/info/exclude'), 'src/hidden.mjs\n');
  await repo.write({ 'src/hidden.mjs': 'export {};\n' });
  expect((await team.report('validator')).data.ticket.status).toBe('in_progress');
});

test('a weaker config, brought by another server, is nothing a ticket is closed under', async () => {
  await repo.write({
    'proctor.config.json': JSON.stringify({ commands: { allow: ['node *', 'node --test *'] }, checksSeparate: true }),
  });
  await repo.git('commit', '-qam', 'strict');
  await proctor.reconnect();
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  await repo.write({ 'proctor.config.json': JSON.stringify({ commands: { allow: ['node *', 'node --test *'] } }) });
  await proctor.reconnect();
  const refused = await team.through(proctor).validate();
  expect(refused.codes).toEqual(['POLICY_CHANGED', 'OUTSIDE_CONTRACT']);
});

test('a closing run that failed lets no validator pass', async () => {
  // Nothing of this hand-off changes between the two runs but what git does not see.
  await repo.write({ 'ignored/fail': '' });
  const verify = 'node tools/moody.mjs';
  const moody = "import { existsSync } from 'node:fs';\nprocess.exit(existsSync('ignored/fail') ? 1 : 0);\n";
  await repo.write({ 'tools/moody.mjs': moody });
  await repo.git('add', '-A');
  await repo.git('commit', '-qm', 'tools');
  await rm(join(repo.dir, 'ignored/fail'));
  const team = await TicketTeam.at(proctor, { verify });
  await team.handOff(repo);
  await repo.write({ 'ignored/fail': '' });
  await team.validate();
  expect(await team.untilRan()).toBe('failed');
  expect((await team.report('validator')).codes).toEqual(['EVIDENCE_TOO_WEAK']);
});

test('what was changed before the start is told to whoever checks', async () => {
  await repo.write({ 'test/add.test.mjs': "import test from 'node:test';\ntest('adds', () => {});\n" });
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  const { briefs } = (await team.validate()).data;
  expect(briefs[0].brief).toContain('not committed when it was started: test/add.test.mjs');
});

test.each(['executor‑1', 'ехecutor-1'])('a name that only looks like another, %s, is refused', async (agentId) => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  expect((await team.validate({ by: { role: 'system3', agentId } })).codes).toEqual(['INVALID_INPUT']);
});

test('pipes in the place of files keep nobody waiting', async () => {
  const team = await TicketTeam.at(proctor);
  const folder = join(repo.dir, '.claude/evidence', team.ticketId);
  await mkdir(folder, { recursive: true });
  await makePipe(join(folder, 'closure-report.md'));
  await rm(join(data.path, 'index'), { recursive: true, force: true });
  await mkdir(join(data.path, 'index'));
  for (let shard = 0; shard < shardCount; shard += 1) await makePipe(shardPath(data.path, shard));
  await team.handOff(repo);
  await team.validate();
  expect((await team.ok('ticket_status')).ticket.status).toBe('s3_validating');
  const exported = await runCli(
    ['export', team.sessionId, '--ticket', team.ticketId, '--format', 'evidence', '--json'],
    { cwd: repo.dir, dataDir: data.path },
  );
  expect([exported.code, exported.err]).toEqual([1, expect.stringContaining('closure-report.md')]);
  await rm(join(repo.dir, 'proctor.config.json'));
  await makePipe(join(repo.dir, 'proctor.config.json'));
  const doctor = await runCli(['doctor', '--json'], { cwd: repo.dir, dataDir: data.path });
  expect(doctor.code).toBe(1);
  expect((await team.report('investigator')).codes).not.toEqual([]);
});
