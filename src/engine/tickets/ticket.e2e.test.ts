/**
 * One ticket from open to committed, in a real repository with a real test. Its bug, to a user: "done!" that is not, let
 * through; or honest work that cannot get through.
 */
import { execFile } from 'node:child_process';
import { chmod, symlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { auditOf } from '../../testing/audit-cli.js';
import { temporaryDir } from '../../testing/proctor-client.js';
import { servedProject } from '../../testing/served-project.js';
import { contract, right, sourceFile, TicketTeam, verify } from '../../testing/ticket-team.js';

const { repo, data, proctor } = servedProject();

const flagsOf = (reply: { data: { warnings?: { warning: string }[] } }) =>
  (reply.data.warnings ?? []).map(({ warning }) => warning);

test('is lied about and caught, goes outside and is refused, goes stale and is run again, is approved and committed', async () => {
  const team = await TicketTeam.at(proctor);

  // Nothing was done at all.
  expect((await team.submit(1)).codes).toEqual(['FILES_UNTOUCHED']);

  // Something was done, and the command is said to pass.
  await repo.write({ [sourceFile]: 'export const add = (a, b) => a * b;\n' });
  const verification = { command: verify, exitCode: 0, outputSummary: '1 pass' };
  const lied = await team.submit(1, { verification });
  expect(lied.data).toMatchObject({
    status: 'OK',
    run: { passed: false, exitCode: 1, level: 'H3' },
    gate: { status: 'EXECUTING', attempt: 2, maxAttempts: 3 },
    ticket: { claimMismatch: 1 },
  });
  expect(flagsOf(lied)).toEqual(['CLAIM_MISMATCH']);
  expect(lied.data.gate.feedback).toContain('not ok 1 - adds');

  // It passes now, with a helping hand elsewhere.
  await repo.write({ [sourceFile]: right, 'helper.mjs': 'export {};\n' });
  const outside = await team.submit(2);
  expect(outside.codes).toEqual(['OUTSIDE_CONTRACT']);
  expect(outside.data.errors[0].message).toContain('helper.mjs');
  await repo.remove('helper.mjs');

  expect((await team.submit(2)).data).toMatchObject({ run: { passed: true }, gate: { status: 'REVIEWING', step: 3 } });
  expect((await team.review({ by: { role: 'architect', agentId: 'executor-1' } })).codes).toEqual(['SELF_REVIEW']);

  // A last improvement after the run.
  await repo.write({ [sourceFile]: `${right}// tidy\n` });
  expect((await team.review()).codes).toEqual(['STALE_EVIDENCE']);
  expect((await team.submit(2)).data).toMatchObject({ gate: { status: 'REVIEWING', attempt: 2 }, run: { id: 3 } });

  const approved = await team.review();
  expect(approved.data).toMatchObject({
    ticket: { status: 'impl_complete', labels: [] },
    gate: { status: 'APPROVED' },
  });
  const { command } = approved.data.commit as { command: string };
  await promisify(execFile)('sh', ['-c', command]);
  const message = await repo.git('log', '-1', '--format=%B');
  expect(message).toMatch(/^T-1: Add adds\n/);
  for (const trailer of ['Proctor-Ticket: T-1', 'Proctor-Attempt: 2', `Proctor-Head: ${approved.data.head}`])
    expect(message).toContain(trailer);
  expect(await repo.git('show', '--name-only', '--format=', 'HEAD')).toBe(sourceFile);
  expect(await auditOf(data.path, team.sessionId)).toMatchObject({ ok: true, replay: { ok: true } });
});

async function letServerCommit(): Promise<void> {
  await repo.write({
    'proctor.config.json': JSON.stringify({ commands: { allow: ['node --test *'] }, commit: 'auto' }),
  });
  await repo.git('commit', '-qam', 'commit by the server');
  await proctor.reconnect();
}

test('is committed by the server where the project says so, its files and no others', async () => {
  await letServerCommit();
  const team = await TicketTeam.at(proctor);
  await repo.write({ [sourceFile]: right, 'src/new.mjs': 'export {};\n', 'ignored/notes.txt': 'mine' });
  await repo.write({ 'proctor.config.json': await readConfig() });
  expect((await team.submit(1, { filesModified: [sourceFile, 'src/new.mjs'] })).data.gate.status).toBe('REVIEWING');
  const { data: approved } = await team.review();
  const sha = await repo.git('rev-parse', 'HEAD');
  expect(approved).toMatchObject({ commit: { sha }, ticket: { commit_sha: sha } });
  expect(await repo.git('show', '--name-only', '--format=', 'HEAD')).toBe(`${sourceFile}\nsrc/new.mjs`);
  expect(await repo.git('log', '-1', '--format=%(trailers:key=Proctor-Ticket,valueonly)')).toContain('T-1');
  // The evidence is the person's to commit or to ignore.
  expect(await repo.git('status', '--porcelain')).toBe('?? .claude/');
});

const readConfig = async () => repo.git('show', 'HEAD:proctor.config.json');

describe('a contract', () => {
  const open = async (...tickets: object[]) => proctor.call('ticket_open', { tickets });

  test('is refused for every fault at once, and makes no session', async () => {
    const { data: refused, codes } = await open(
      { ...contract, id: 'A', verify: 'npm test | tee log' },
      { ...contract, id: 'B', verify: 'echo ok && true', done: ['it works'] },
      { ...contract, id: 'C', verify: 'make check', dependsOn: ['Z'] },
      { ...contract, id: 'D', verify: '', dependsOn: ['E'], title: 'Another' },
      { ...contract, id: 'E', dependsOn: ['D'], timeouts: { verifySeconds: 301 } },
      { ...contract, id: 'E' },
    );
    expect(refused.status).toBe('REJECTED');
    expect(new Set(codes)).toEqual(
      new Set([
        ...['DUPLICATE_TICKET', 'NO_VERIFY', 'SHELL_SYNTAX', 'VACUOUS_VERIFY', 'COMMAND_NOT_ALLOWED', 'VAGUE_DONE'],
        ...['UNKNOWN_DEPENDENCY', 'DEPENDENCY_CYCLE', 'BAD_TIMEOUT'],
      ]),
    );
    expect((await proctor.call('tot_status', {})).data.sessions).toEqual([]);
  });

  test('is frozen: the same one again is refused, whatever way it is written', async () => {
    const team = await TicketTeam.open(proctor);
    const again = await team.call('ticket_open', { ticketId: undefined, tickets: [{ ...contract, kind: 'feature' }] });
    expect(again.codes).toEqual(['DUPLICATE_CONTRACT']);
  });

  test('warns of a command that runs everything', async () => {
    await proctor.close();
    await repo.write({ 'proctor.config.json': JSON.stringify({ commands: { allow: ['npm test'] } }) });
    await proctor.reconnect();
    const reply = await open({ ...contract, verify: 'npm test' });
    expect(reply.data.status).toBe('OK');
    expect(flagsOf(reply)).toEqual(['BROAD_VERIFY']);
  });

  test('asks for a git work tree', async () => {
    const bare = await temporaryDir();
    const elsewhere = await proctor.call('ticket_open', { projectDir: bare.path, tickets: [contract] });
    expect(elsewhere.codes).toContain('NO_GIT');
    await bare.remove();
  });
});

describe('two tickets in one tree', () => {
  test('that may change the same files cannot both be started, but can in a worktree', async () => {
    const first = await TicketTeam.at(proctor);
    await first.ok('ticket_open', {
      ticketId: undefined,
      tickets: [{ ...contract, title: 'Add more', files: ['src/add.mjs'] }],
    });
    const second = first.through(proctor, 'T-2');
    expect((await second.call('ticket_start')).codes).toEqual(['FILES_OVERLAP']);
    expect((await second.call('ticket_start', { workDir: data.path })).codes).toEqual(['NO_GIT']);
    await repo.git('worktree', 'add', '-q', '-b', 'second', 'ignored/tree');
    const started = await second.ok('ticket_start', { workDir: 'ignored/tree' });
    expect(started.ticket.workDir).toBe(`${repo.dir}/ignored/tree`);
  });

  test('leave each other’s files alone, and neither is blamed for the other’s', async () => {
    const first = await TicketTeam.at(proctor);
    await first.ok('ticket_open', {
      ticketId: undefined,
      tickets: [{ ...contract, title: 'Docs', files: ['docs/**'] }],
    });
    const second = first.through(proctor, 'T-2');
    await second.ok('ticket_start');
    await repo.write({ [sourceFile]: right, 'docs/add.md': '# add\n' });
    expect((await first.submit(1)).data.gate.status).toBe('REVIEWING');
    expect((await second.submit(1, { filesModified: ['./docs/add.md'] })).data.gate.status).toBe('REVIEWING');
  });
});

test('a changed config stops the work until it is put back', async () => {
  const team = await TicketTeam.at(proctor);
  const before = await readConfig();
  await repo.write({ [sourceFile]: right, 'proctor.config.json': JSON.stringify({ commands: { allow: ['*'] } }) });
  expect((await team.submit(1)).codes).toEqual(['POLICY_CHANGED', 'OUTSIDE_CONTRACT']);
  await repo.write({ 'proctor.config.json': before });
  expect((await team.submit(1)).data.gate.status).toBe('REVIEWING');
});

test('trying until green shows: runs are counted for the command and the tree', async () => {
  const team = await TicketTeam.at(proctor, { verify: 'node tools/flip.mjs' });
  await repo.write({ 'src/other.mjs': 'export {};\n' });
  const reply = await team.submit(1, { filesModified: ['src/other.mjs'] });
  expect(reply.data).toMatchObject({ run: { passed: false, onThisTree: { passed: 0, failed: 1 } } });
  const again = await team.submit(2, { filesModified: ['src/other.mjs'] });
  expect(again.data).toMatchObject({ run: { passed: false, onThisTree: { passed: 0, failed: 2 } } });
});

// An agent writes a config of its own somewhere and names that place: nobody vouches for it.
test('a config that nobody vouches for allows nothing', async () => {
  await repo.write({ 'src/proctor.config.json': JSON.stringify({ commands: { allow: ['sh *'] } }) });
  const tickets = [{ ...contract, files: ['add.mjs'], verify: 'sh -c "touch taken"' }];
  const reply = await proctor.call('ticket_open', { projectDir: `${repo.dir}/src`, tickets });
  expect(reply.codes).toEqual(['COMMAND_NOT_ALLOWED']);
});

// With a rule to ignore it, a file that makes the command pass disappears from every comparison.
test.each([
  ['a rule to ignore files', async () => repo.write({ '.git/info/exclude': 'helper.mjs\n' })],
  ['a file of such rules elsewhere', async () => repo.git('config', 'core.excludesFile', `${repo.dir}/ignored/rules`)],
  ['a filter', async () => repo.git('config', 'filter.hide.clean', 'git show HEAD:%f')],
])('%s that git is given after the start counts as outside the contract', async (_what, hide) => {
  const team = await TicketTeam.at(proctor);
  await repo.write({ [sourceFile]: right, 'ignored/rules': 'helper.mjs\n' });
  await hide();
  const reply = await team.submit(1);
  expect(reply.codes).toEqual(['OUTSIDE_CONTRACT']);
  expect(reply.data.errors[0].message).toContain('.git (rules');
});

test('a link in the place of the evidence folder leaves nothing out of the comparison', async () => {
  await repo.write({ '.claude/here': '' });
  await symlink('../test', `${repo.dir}/.claude/evidence`);
  await repo.git('add', '-A');
  await repo.git('commit', '-qm', 'linked');
  const team = await TicketTeam.at(proctor);
  await repo.write({
    [sourceFile]: right,
    'test/add.test.mjs': "import test from 'node:test';\ntest('adds', () => undefined);\n",
  });
  expect((await team.submit(1)).codes).toEqual(['OUTSIDE_CONTRACT']);
});

test('a commit that a hook made into another one is told as such', async () => {
  await letServerCommit();
  const team = await TicketTeam.at(proctor);
  await repo.write({ [sourceFile]: right, '.git/hooks/pre-commit': '#!/bin/sh\necho more > other.txt\ngit add -A\n' });
  await chmod(`${repo.dir}/.git/hooks/pre-commit`, 0o755);
  await team.submit(1);
  const { data: approved } = await team.review();
  expect(approved.ticket.commit_error).toContain('another commit than was approved');
});
