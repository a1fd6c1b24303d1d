/** What a bug here would look like: a named pipe in a repository, and after five calls the server answers nobody. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { withRepo, type Repo } from '../../testing/git-repo.js';
import { until } from '../../testing/until.js';
import { treeState, workTreeAt } from '../git.js';
import { commonDirOf } from './common-dir.js';
import { tryGit } from './run-git.js';
import { gitSettings } from './settings.js';
import { Turns } from './turns.js';

const first = { 'a.ts': 'a\n', 'dir/b.ts': 'b\n' };

async function pipeAt(repo: Repo, path: string): Promise<string> {
  const whole = join(repo.dir, path);
  await rm(whole, { recursive: true, force: true });
  await mkdir(dirname(whole), { recursive: true });
  execFileSync('/usr/bin/mkfifo', [whole]);
  return whole;
}

test.each([
  ...['HEAD', 'index', 'config', 'packed-refs', 'shallow', 'info/exclude', 'info/attributes', 'objects'],
  ...['objects/info/alternates', 'refs/heads/main', 'config.worktree'],
])('a named pipe in the place of .git/%s is refused at once, however often', (name) =>
  withRepo(first, async (repo) => {
    await pipeAt(repo, join('.git', name));
    const looks = Array.from({ length: 8 }, async () => workTreeAt(repo.dir));
    const ends = await Promise.allSettled(looks);
    for (const end of ends)
      expect(end).toMatchObject({ reason: { code: 'GIT_FAILED', message: expect.stringContaining('a named pipe') } });
    // Files are read by a few threads: were they all waiting, this would too.
    expect(await readFile(join(repo.dir, 'a.ts'), 'utf8')).toBe('a\n');
  }),
);

test('a pipe or a socket as .git is no repository', () =>
  withRepo(first, async (repo) => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await pipeAt(repo, `${name}/.git`);
      expect(await commonDirOf(join(repo.dir, name))).toBe(join(repo.dir, '.git'));
    }
    const server = createServer().listen(join(repo.dir, 'dir/.git'));
    await until(() => Promise.resolve(server.listening || undefined));
    expect(await commonDirOf(join(repo.dir, 'dir'))).toBe(join(repo.dir, '.git'));
    server.close();
  }));

test('rules to ignore that are a pipe count as none', () =>
  withRepo(first, async (repo) => {
    const rules = await pipeAt(repo, '.git/rules');
    await repo.git('config', 'core.excludesFile', rules);
    const tree = await workTreeAt(repo.dir);
    expect((await treeState(repo.dir, [])).files.has('a.ts')).toBe(true);
    expect(await gitSettings(tree!)).toMatch(/^[0-9a-f]{32}$/);
  }));

test('a tracked file that became a pipe is named', () =>
  withRepo(first, async (repo) => {
    await pipeAt(repo, 'a.ts');
    await expect(treeState(repo.dir, [])).rejects.toMatchObject({ message: expect.stringContaining('a.ts') });
  }));

test('a git that waits for a pipe ends with its time, and so does what it started', () =>
  withRepo(first, async (repo) => {
    await pipeAt(repo, 'dir/.gitignore');
    const args = ['ls-files', '--others', '--exclude-per-directory=.gitignore'];
    const waiting = tryGit(repo.dir, args, { view: { as: 'repository' }, timeoutMs: 300 });
    await expect(waiting).rejects.toMatchObject({ code: 'GIT_FAILED', retry: true });
  }));

test('work trees take turns of their own, and nobody waits longer than asked', async () => {
  const turns = new Turns(2);
  const ends: (() => void)[] = [];
  const hang = (key: string) => turns.take(key, 60_000, async () => new Promise<void>((go) => ends.push(go)), late);
  const late = () => new Error('too late');
  const held = [hang('a'), hang('a')];
  const third = hang('a');
  await expect(turns.take('a', 1, async () => Promise.resolve('ran'), late)).rejects.toThrow('too late');
  expect(await turns.take('b', 1, async () => Promise.resolve('ran'), late)).toBe('ran');
  ends[0]?.();
  await until(() => Promise.resolve(ends[2]));
  for (const end of ends) end();
  await Promise.all([...held, third]);
  expect(await turns.take('a', 1, async () => Promise.resolve('ran'), late)).toBe('ran');
});
