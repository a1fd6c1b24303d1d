/**
 * One ticket from open to closed, in a real repository with a real test: rejected once by the auditor, passed the second
 * time. Its bug, to a user: a ticket that closes by the word of whoever built it, or one that honest work cannot close.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditOf } from '../../testing/audit-cli.js';
import { servedProject } from '../../testing/served-project.js';
import { right, sourceFile, TicketTeam } from '../../testing/ticket-team.js';

const { repo, data, proctor } = servedProject();

const requirements = [
  { id: 'R-1', text: 'add returns the sum of two numbers' },
  { id: 'R-2', text: 'add refuses what is no number' },
];
const audited = (isMet: boolean) => ({
  passed: isMet,
  summary: isMet ? 'Both are covered.' : 'R-2 is not covered.',
  findings: [
    { subject: 'R-1', met: true, evidence: 'src/add.mjs line 1.' },
    { subject: 'R-2', met: isMet, evidence: isMet ? 'It throws on a string.' : 'add("1", 2) gives "12".' },
  ],
});
const checked =
  'export const add = (a, b) => {\n  if (typeof a !== "number") throw new TypeError();\n  return a + b;\n};\n';

test('a ticket is rejected once with what was wrong, and closed the second time', async () => {
  const team = await TicketTeam.at(proctor, { requirements });
  await team.handOff(repo);

  const begun = await team.validate();
  expect(begun.data).toMatchObject({ status: 'OK', ticket: { status: 's3_validating', independence: 'claimed' } });
  expect(begun.data.briefs).toMatchObject([
    { check: 'investigator', brief: expect.stringContaining(sourceFile) },
    { check: 'prd_auditor', brief: expect.stringContaining('R-2: add refuses what is no number') },
    { check: 'validator', brief: expect.stringContaining('node --test') },
  ]);

  expect((await team.report('investigator')).data.checks.investigator.status).toBe('passed');
  expect((await team.report('prd_auditor', audited(false))).data).toMatchObject({
    checks: { prd_auditor: { status: 'failed' }, validator: { status: 'waiting' } },
    ticket: { status: 's3_validating' },
  });
  expect(await team.untilRan()).toBe('passed');
  const rejected = (await team.report('validator')).data;
  expect(rejected).toMatchObject({
    ticket: { status: 'in_progress', attempt: 2 },
    gate: { status: 'EXECUTING', attempt: 2, maxAttempts: 3 },
  });
  expect(rejected.gate.feedback).toContain('Attempt 1 failed: S3_REJECTION.');
  expect(rejected.gate.feedback).toContain('Not met: R-2. add("1", 2) gives "12".');

  // Whoever checked does not build.
  await repo.write({ [sourceFile]: checked });
  expect((await team.submit(2, { by: { role: 'executor', agentId: 'overseer-1' } })).codes).toEqual(['SELF_REVIEW']);
  expect((await team.submit(2)).data.gate.status).toBe('REVIEWING');
  expect((await team.review()).data.ticket.status).toBe('impl_complete');

  await team.validate();
  await team.report('investigator');
  await team.report('prd_auditor', audited(true));
  expect(await team.untilRan()).toBe('passed');
  expect((await team.report('validator')).data).toMatchObject({
    ticket: { status: 'closed', labels: [] },
    checks: { investigator: { status: 'passed' }, prd_auditor: { status: 'passed' }, validator: { status: 'passed' } },
  });

  const seen = await team.ok('ticket_status', { detail: 'full' });
  expect(seen.rejections).toMatchObject([{ attempt: 1, why: 'CHECK_FAILED' }]);
  const { stats } = await proctor.call('ticket_status', { sessionId: team.sessionId }).then((reply) => reply.data);
  expect(stats).toMatchObject({ total: 1, passed: 1, inProgress: 0, passRate: 1 });
  expect(await auditOf(data.path, team.sessionId)).toMatchObject({ ok: true });

  // The folder, the resources and a second rendering are the same bytes.
  const folder = join(repo.dir, '.claude', 'evidence', team.ticketId);
  const names = await readdir(folder);
  expect(names.sort()).toEqual([
    'closure-report.md',
    'gate-result.yaml',
    'investigation-report.md',
    'prd-coverage-matrix.md',
    'screenshots',
    'validation-results.md',
  ]);
  for (const name of names.filter((each) => each !== 'screenshots')) {
    const written = await readFile(join(folder, name), 'utf8');
    const uri = `ticket://${team.sessionId}/${team.ticketId}/evidence/${name}`;
    const { contents } = await proctor.client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, text: written }]);
  }

  // Closed is closed.
  expect((await team.validate()).codes).toEqual(['WRONG_STATUS']);
  expect((await team.submit(3)).codes).toEqual(['WRONG_STATUS']);
});

test('whoever took part in any attempt neither validates nor reports', async () => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  for (const agentId of ['executor-1', 'architect-1', 'EXECUTOR-1'])
    expect((await team.validate({ by: { role: 'system3', agentId } })).codes).toEqual(['SELF_VALIDATION']);
  expect((await team.validate({ by: undefined })).codes).toEqual(['PRINCIPAL_UNKNOWN']);
  await team.validate();
  expect((await team.report('investigator', { by: { role: 'system3', agentId: 'executor-1' } })).codes).toEqual([
    'SELF_VALIDATION',
  ]);
  expect((await team.ok('ticket_status', { detail: 'full' })).checks.investigator.status).toBe('waiting');
});

test('a pass must be borne out by its findings, and by what the server saw', async () => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  await team.validate();
  const finding = (subject: string, met = true, evidence = 'Looked.') => ({ subject, met, evidence });
  const codes = async (check: 'investigator' | 'prd_auditor' | 'validator', findings: object[]) =>
    (await team.report(check, { findings })).codes;
  expect(await codes('investigator', [finding(sourceFile, false)])).toEqual(['FINDING_NOT_MET']);
  expect(await codes('investigator', [finding(sourceFile, true, ' ')])).toEqual(['FINDING_NOT_MET']);
  expect(await codes('investigator', [])).toEqual(['DIFF_MISMATCH']);
  expect(await codes('investigator', [finding(sourceFile), finding('test/add.test.mjs')])).toEqual(['DIFF_MISMATCH']);
  expect(await codes('prd_auditor', [finding('2')])).toEqual(['INCOMPLETE_AUDIT']);
  expect(await codes('validator', [])).toContain('FINDING_NOT_MET');
  expect((await team.report('investigator')).codes).toEqual([]);
  expect((await team.report('investigator')).codes).toEqual(['ALREADY_REPORTED']);
});

test('the briefs of a large contract are short, and say where the rest is', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ id: `R-${index + 1}`, text: 'It must hold. '.repeat(200) }));
  const team = await TicketTeam.at(proctor, { requirements: many, done: ['add returns the sum of two numbers'] });
  await team.handOff(repo);
  const { text, data: begun } = await team.validate();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  expect(begun.briefs[1].brief).toMatch(/R-1: .*and \d+ more: ticket_status/s);
});

test('files changed after the hand-off are a new attempt', async () => {
  const team = await TicketTeam.at(proctor);
  await team.handOff(repo);
  await repo.write({ [sourceFile]: `${right}// one more thing\n` });
  const stale = (await team.validate()).data;
  expect(stale).toMatchObject({ status: 'OK', ticket: { status: 'in_progress', attempt: 2 } });
  expect(stale.briefs).toBeUndefined();
  expect(stale.gate.feedback).toContain('no longer those that were handed off');
});
