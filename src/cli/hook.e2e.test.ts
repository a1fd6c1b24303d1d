/**
 * The installed hook, run by a real git. The bugs to fear: unapproved work is committed without a word, or a person cannot
 * commit something that is no ticket's affair.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoAt } from '../testing/git-repo.js';
import { runCli } from '../testing/run-cli.js';
import { runOnTerminal } from '../testing/run-on-terminal.js';
import { sharedProject } from '../testing/served-project.js';
import { addProject, right, sourceFile, TicketTeam } from '../testing/ticket-team.js';

const { repo, data, proctor } = sharedProject();
let edits = 0;

beforeAll(async () => {
  expect(await cli('hook', '--install')).toMatchObject({ code: 0, err: '' });
});

const cli = (...args: string[]) => runCli(args, { cwd: repo.dir, dataDir: data.path });

/** What git says of a commit of one changed file; the hook finds its store without any setting of this process. */
async function commit(path: string, dir = repo.dir): Promise<{ code: number; err: string }> {
  edits += 1;
  await repoAt(dir).write({ [path]: `${right}// ${edits}\n` });
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, GIT_CONFIG_NOSYSTEM: '1' };
  await repoAt(dir).git('add', '-A');
  return new Promise((resolve) => {
    execFile('git', ['commit', '-q', '-m', 'x'], { cwd: dir, env }, (error, _out, err) => {
      resolve({ code: error ? 1 : 0, err });
    });
  });
}

const withdraw = async ({ sessionId, ticketId }: TicketTeam) =>
  runOnTerminal(['decide', ticketId, 'withdraw', '--note', 'done with it', '--session', sessionId], {
    cwd: repo.dir,
    dataDir: data.path,
    answers: [['Type T-', ticketId]],
  });

test('no ticket concerned: silent', async () => {
  expect(await commit('docs/readme.md')).toEqual({ code: 0, err: '' });
  const team = await TicketTeam.open(proctor);
  expect(await commit(sourceFile)).toEqual({ code: 0, err: '' });
  await team.ok('ticket_start');
  expect(await commit('docs/readme.md')).toEqual({ code: 0, err: '' });
  await withdraw(team);
  expect(await commit(sourceFile)).toEqual({ code: 0, err: '' });
});

test('files of a ticket at work are refused until its gate has approved them', async () => {
  const team = await TicketTeam.at(proctor);
  const refused = await commit(sourceFile);
  expect(refused.code).toBe(1);
  for (const said of [
    'T-1 (Add adds) is not approved: its gate is EXECUTING',
    `  ${sourceFile}\n`,
    'ticket_submit',
    team.sessionId,
  ])
    expect(refused.err).toContain(said);
  const head = await repo.git('rev-parse', 'HEAD');
  await team.submit(1);
  expect((await commit(sourceFile)).err).toContain('its gate is REVIEWING');
  expect(await repo.git('rev-parse', 'HEAD')).toBe(head);
  await team.submit(1);
  const { data: approved } = await team.review();
  expect(approved.gate.status).toBe('APPROVED');
  await repo.git('commit', '-q', '-m', 'approved');
  expect(await repo.git('rev-parse', 'HEAD')).not.toBe(head);
  await withdraw(team);
});

test('after a person’s override it goes through, and that is said', async () => {
  const team = await TicketTeam.at(proctor);
  await team.ok('ticket_escalate', { tried: 'all', question: 'what now?' });
  expect((await commit(sourceFile)).err).toContain(`proctor decide T-1 --session ${team.sessionId}`);
  const skip = ['override', 'skip', 'T-1', '--reason', 'time-pressure', '--note', 'x', '--session', team.sessionId];
  await runOnTerminal(skip, { cwd: repo.dir, dataDir: data.path, answers: [['Type T-', 'T-1']] });
  const { code, err } = await commit(sourceFile);
  expect(code).toBe(0);
  expect(err.replaceAll('\n', ' ')).toContain('a person skipped its verification (unverified)');
  await withdraw(team);
});

test('a ticket counts in the tree it was started in, and there only', async () => {
  const tree = join(repo.dir, '..', `${repo.dir.split('/').at(-1)}-tree`);
  await repo.git('worktree', 'add', '-q', tree);
  try {
    const team = await TicketTeam.open(proctor);
    await team.ok('ticket_start', { workDir: tree });
    expect(await commit(sourceFile)).toEqual({ code: 0, err: '' });
    expect((await commit(sourceFile, tree)).err).toContain('its gate is EXECUTING');
    const shown = await runCli(['decide', 'T-1', '--session', team.sessionId, '--json'], {
      cwd: tree,
      dataDir: data.path,
    });
    expect(shown.code).toBe(0);
    await withdraw(team);
  } finally {
    await repo.git('worktree', 'remove', '--force', tree);
  }
});

test('what cannot be read holds up no commit, and is said', async () => {
  const team = await TicketTeam.at(proctor);
  const path = join(data.path, 'sessions', team.sessionId, 'journal.jsonl');
  const journal = await readFile(path);
  await writeFile(path, 'nothing of it\n'.repeat(20));
  const { code, err } = await commit(sourceFile);
  expect(code).toBe(0);
  expect(err).toContain('1 session could not be read');
  await writeFile(path, journal);
  const loop = join(data.path, 'loop');
  await mkdir(loop);
  await symlink('sessions', join(loop, 'sessions'));
  const noStore = await runCli(['hook', 'pre-commit'], { cwd: repo.dir, dataDir: loop });
  expect(noStore.code).toBe(0);
  expect(noStore.err).toContain('this commit was not checked');
  await withdraw(team);
});

describe('hook --install', () => {
  test('writes a hook that can be run, and twice is once', async () => {
    const path = join(repo.dir, '.git/hooks/pre-commit');
    expect((await stat(path)).mode & 0o111).toBe(0o111);
    expect((await cli('hook', '--install')).out).toContain('there already');
  });

  test('respects a hook that is there and says what to add', async () => {
    const other = await addProject();
    const path = join(other.dir, '.git/hooks/pre-commit');
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, '#!/bin/sh\nexit 0\n');
    await chmod(path, 0o755);
    const { code, err } = await runCli(['hook', '--install'], { cwd: other.dir, dataDir: data.path });
    expect(code).toBe(1);
    expect(err).toContain('hook pre-commit');
    expect(await readFile(path, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
    await other.rm();
  });

  test('follows core.hooksPath within the repository, and writes nowhere else', async () => {
    const other = await addProject();
    const install = () => runCli(['hook', '--install'], { cwd: other.dir, dataDir: data.path });
    await other.git('config', 'core.hooksPath', '.githooks');
    expect((await install()).code).toBe(0);
    expect(await readFile(join(other.dir, '.githooks/pre-commit'), 'utf8')).toContain('hook pre-commit');
    await other.git('config', 'core.hooksPath', data.path);
    const shared = await install();
    expect(shared.code).toBe(1);
    expect(shared.err).toContain('outside of this repository');
    await other.rm();
  });

  test('outside of git there is nothing to install', async () => {
    expect((await runCli(['hook', '--install'], { cwd: data.path, dataDir: data.path })).code).toBe(1);
  });
});
