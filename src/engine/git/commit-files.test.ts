/** What a bug here would look like: a person's half-finished work is committed, or lost, with somebody's ticket. */
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepo, withRepo, type Repo } from '../../testing/git-repo.js';
import { commitFiles, findCommit } from './commit-files.js';

const first = { 'a.ts': 'a\n', 'b.ts': 'b\n', 'gone.ts': 'g\n', 'mine.ts': 'm\n', '.gitignore': '*.log\n' };
const trailers = { 'Proctor-Ticket': 'T-1', 'Proctor-Attempt': '2', 'Proctor-Head': '5:abc' };

const changedIn = async (repo: Repo, sha: string) =>
  (await repo.git('show', '--format=', '--name-status', '--no-renames', '-z', sha))
    .split('\0')
    .filter((word) => word !== '');

const hook = async (repo: Repo, name: string, ...lines: string[]) => {
  await repo.write({ [`.git/hooks/${name}`]: ['#!/bin/sh', ...lines, ''].join('\n') });
  await chmod(join(repo.dir, '.git/hooks', name), 0o755);
};

/** Staged, staged and edited again, edited, deleted, untracked: none of it is the ticket's. */
async function leaveWorkOfOnesOwn(repo: Repo): Promise<void> {
  await repo.write({ 'staged.ts': 's\n', 'mine.ts': 'staged\n' });
  await repo.git('add', 'staged.ts', 'mine.ts');
  await repo.write({ 'mine.ts': 'edited\n', 'untracked.ts': 'u\n' });
}
const own = ['M  a.ts', 'MM mine.ts', 'A  staged.ts', '?? untracked.ts'];

test('exactly the files given are committed, and what the user had stays as it was', () =>
  withRepo(first, async (repo) => {
    await leaveWorkOfOnesOwn(repo);
    await repo.write({ 'a.ts': 'A\n', 'new/n.ts': 'n\n', 'b.ts': 'B\n' });
    await repo.git('add', 'a.ts');
    await repo.remove('gone.ts');
    const done = await commitFiles(
      repo.dir,
      ['b.ts', 'gone.ts', 'new/n.ts', 'never.ts', 'b.ts'],
      'auth: log in',
      trailers,
    );
    expect(done).toEqual({ ok: true, sha: await repo.git('rev-parse', 'HEAD') });
    expect(await changedIn(repo, 'HEAD')).toEqual(['M', 'b.ts', 'D', 'gone.ts', 'A', 'new/n.ts']);
    expect((await repo.git('status', '--porcelain')).split('\n')).toEqual(own);
    expect(await repo.git('log', '-1', '--format=%B%D')).toBe(
      'auth: log in\n\nProctor-Ticket: T-1\nProctor-Attempt: 2\nProctor-Head: 5:abc\nHEAD -> main',
    );
  }));

test('a hook that refuses leaves everything as it was, and its words are the error', () =>
  withRepo(first, async (repo) => {
    await leaveWorkOfOnesOwn(repo);
    await repo.write({ 'a.ts': 'A\n', 'new.ts': 'n\n' });
    const before = await repo.git('status', '--porcelain', '-uall');
    await hook(repo, 'pre-commit', 'echo "tests are red"', 'exit 1');
    expect(await commitFiles(repo.dir, ['a.ts', 'new.ts'], 'x', trailers)).toEqual({
      ok: false,
      error: 'tests are red',
    });
    expect(await repo.git('status', '--porcelain', '-uall')).toBe(before);
    expect(await repo.git('log', '--format=%s')).toBe('first');
  }));

test('hooks see an environment that points at no repository of ours, and what they leave running is not waited for', () =>
  withRepo(first, async (repo) => {
    await hook(repo, 'pre-commit', 'env > env.log', 'sleep 20 &');
    await hook(repo, 'commit-msg', 'echo >> "$1"; echo "Change-Id: I1" >> "$1"');
    await repo.write({ 'a.ts': 'A\n' });
    const started = Date.now();
    expect(await commitFiles(repo.dir, ['a.ts'], 'x', trailers)).toMatchObject({ ok: true });
    expect(Date.now() - started).toBeLessThan(60_000);
    const env = await readFile(join(repo.dir, 'env.log'), 'utf8');
    expect(env).not.toMatch(/^GIT_(DIR|WORK_TREE|LITERAL_PATHSPECS|NO_REPLACE_OBJECTS)=/m);
  }));

test('names that look like options, patterns or magic are names', () =>
  withRepo(first, async (repo) => {
    const names = ['--all', '-a', ':(glob)**', ':!x', '*', 'a b', 'a\nb', 'ä日😀', 'app/[id]/p.ts', '#x'];
    await repo.write(Object.fromEntries([...names, 'other.ts'].map((name) => [name, 'x'])));
    await repo.write({ 'a.ts': 'A\n' });
    expect(await commitFiles(repo.dir, names, 'x', {})).toMatchObject({ ok: true });
    const changed = (await changedIn(repo, 'HEAD')).filter((word) => word !== 'A');
    expect(changed.sort()).toEqual([...names].sort());
  }));

test('before the first commit, and in a detached head', async () => {
  const repo = await makeRepo();
  await repo.write({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
  expect(await commitFiles(repo.dir, ['a.ts'], 'x', trailers)).toMatchObject({ ok: true });
  expect(await repo.git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.ts');
  await repo.git('checkout', '-q', '--detach');
  const done = await commitFiles(repo.dir, ['b.ts'], 'y', trailers);
  expect(done).toEqual({ ok: true, sha: await repo.git('rev-parse', 'HEAD') });
  await repo.rm();
});

/** Leaves a conflict behind. */
async function conflict(repo: Repo, command: readonly string[]): Promise<void> {
  await repo.git('checkout', '-q', '-b', 'other');
  await repo.write({ 'a.ts': 'theirs\n' });
  await repo.git('commit', '-qam', 'theirs');
  await repo.git('checkout', '-q', 'main');
  await repo.write({ 'a.ts': 'ours\n' });
  await repo.git('commit', '-qam', 'ours');
  await expect(repo.git(...command)).rejects.toThrow();
}

test.each([
  [['merge', 'other'], 'a merge is under way'],
  [['cherry-pick', 'other'], 'a cherry-pick is under way'],
  [['rebase', 'other'], 'a rebase is under way'],
])('git %j: %s', (command, words) =>
  withRepo(first, async (repo) => {
    await conflict(repo, command);
    await repo.write({ 'b.ts': 'B\n', 'new.ts': 'n\n' });
    const before = await repo.git('status', '--porcelain');
    const refused = await commitFiles(repo.dir, ['b.ts', 'new.ts'], 'x', trailers);
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining(words) });
    expect(await repo.git('status', '--porcelain')).toBe(before);
  }),
);

test.each([
  [[], 'None of these files'],
  [['never.ts'], 'None of these files'],
  [['a.ts'], 'nothing to commit'],
  [['../a.ts'], 'no path inside'],
  [['/etc/passwd'], 'no path inside'],
  [['x.log'], 'ignored'],
])('%j cannot be committed: %s', (files, words) =>
  withRepo(first, async (repo) => {
    await repo.write({ 'x.log': 'x' });
    const before = await repo.git('status', '--porcelain');
    expect(await commitFiles(repo.dir, files, 'x', {})).toMatchObject({
      ok: false,
      error: expect.stringContaining(words),
    });
    expect(await repo.git('status', '--porcelain')).toBe(before);
  }),
);

test('a commit is found by its trailer, and nothing a message says passes for one', () =>
  withRepo(first, async (repo) => {
    await repo.write({ 'a.ts': 'A\n' });
    const message = '# not a comment\n\nProctor-Ticket: T-9\n\n---\nProctor-Ticket: T-8\n\n\n';
    const done = await commitFiles(repo.dir, ['a.ts'], message, { 'Proctor-Ticket': 'T-1\nProctor-Ticket: T-7' });
    expect(await repo.git('log', '-1', '--format=%s')).toBe('# not a comment');
    expect(await findCommit(repo.dir, 'Proctor-Ticket', 'T-1 Proctor-Ticket: T-7')).toBe(done.ok && done.sha);
    for (const value of ['T-1', 'T-7', 'T-8', 'T-9', ''])
      expect(await findCommit(repo.dir, 'Proctor-Ticket', value)).toBeUndefined();
  }));

test('the newest of several is found, and only among the last commits', () =>
  withRepo(first, async (repo) => {
    const commit = async (text: string) => {
      await repo.write({ 'a.ts': text });
      const done = await commitFiles(repo.dir, ['a.ts'], text, trailers);
      return done.ok ? done.sha : '';
    };
    await commit('one');
    const two = await commit('two');
    for (let empty = 0; empty < 2; empty += 1) await repo.git('commit', '-q', '--allow-empty', '-m', 'empty');
    expect(await findCommit(repo.dir, 'Proctor-Ticket', 'T-1')).toBe(two);
    expect(await findCommit(repo.dir, 'Proctor-Ticket', 'T-1', 3)).toBe(two);
    expect(await findCommit(repo.dir, 'Proctor-Ticket', 'T-1', 2)).toBeUndefined();
  }));

test('where nothing was committed there is nothing to find', async () => {
  const repo = await makeRepo();
  expect(await findCommit(repo.dir, 'Proctor-Ticket', 'T-1')).toBeUndefined();
  await repo.rm();
});
