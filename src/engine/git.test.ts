/** What a bug here would look like: a file is changed, and the evidence says it was not. */
import { chmod, copyFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepo, repoAt, treeOfCopy, withRepo } from '../testing/git-repo.js';
import { inTempDir } from '../testing/sample-journal.js';
import { changedBetween, filesOfTree, stagedFiles, treeState, workTreeAt } from './git.js';

const first = {
  'a.ts': 'a\n',
  'dir/b.ts': 'b\n',
  'dir/sub/c.ts': 'c\n',
  'run.sh': 'x\n',
  '.gitignore': 'ignored/\n*.log\n',
};

describe('where the work tree is', () => {
  test('any directory inside finds the top, and linked work trees share their repository', () =>
    withRepo(first, async (repo) => {
      const main = { dir: repo.dir, commonDir: join(repo.dir, '.git') };
      expect(await workTreeAt(repo.dir)).toEqual(main);
      expect(await workTreeAt(join(repo.dir, 'dir/sub'))).toEqual(main);
      await symlink(repo.dir, join(repo.dir, 'link'));
      expect(await workTreeAt(join(repo.dir, 'link'))).toEqual(main);
      await repo.git('worktree', 'add', '-q', 'linked');
      expect(await workTreeAt(join(repo.dir, 'linked'))).toEqual({ ...main, dir: join(repo.dir, 'linked') });
    }));

  test('elsewhere there is none', () =>
    withRepo(first, async (repo) => {
      await repo.git('init', '-q', '--bare', 'bare.git');
      expect(await workTreeAt(join(repo.dir, '.git'))).toBeUndefined();
      expect(await workTreeAt(join(repo.dir, 'bare.git'))).toBeUndefined();
      expect(await workTreeAt(join(repo.dir, 'missing'))).toBeUndefined();
      await inTempDir(async (dir) => expect(await workTreeAt(dir)).toBeUndefined());
      for (const elsewhere of ['/', tmpdir(), join(repo.dir, 'dir')]) {
        await repo.git('config', 'core.worktree', elsewhere);
        expect(await workTreeAt(repo.dir)).toBeUndefined();
      }
    }));
});

/** A process that was killed may have had the same number. */
const others = new Set(await readdir(tmpdir()));
const ours = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`proctor-index-${process.pid}-`) && !others.has(name));

test('a tracked file counts even if it is ignored', () =>
  withRepo({ ...first, 'kept.log': '1' }, async (repo) => {
    await repo.write({ 'kept.log': '2', 'other.log': '3' });
    const { files } = await treeState(repo.dir, []);
    expect(files.get('kept.log')).toContain(await repo.git('hash-object', 'kept.log'));
    expect(files.has('other.log')).toBe(false);
  }));

test('before the first commit, with and without an index, in a detached head and on a branch with slashes', async () => {
  const repo = await makeRepo();
  const empty = await treeState(repo.dir, []);
  expect(empty).toEqual({
    treeId: await repo.git('hash-object', '-t', 'tree', '/dev/null'),
    files: new Map(),
    head: null,
    branch: 'main',
  });
  await repo.write({ a: '1' });
  expect((await treeState(repo.dir, [])).treeId).toBe(await treeOfCopy(repo));
  await repo.git('checkout', '-q', '-b', 'feature/x');
  await repo.git('add', '-A');
  await repo.git('commit', '-qm', 'first');
  expect(await treeState(repo.dir, [])).toMatchObject({ branch: 'feature/x' });
  await repo.git('checkout', '-q', '--detach');
  expect(await treeState(repo.dir, [])).toMatchObject({ branch: null, head: await repo.git('rev-parse', 'HEAD') });
  await repo.rm();
});

test('a linked work tree has its own state', () =>
  withRepo(first, async (repo) => {
    await repo.git('worktree', 'add', '-q', 'ignored/linked');
    const linked = repoAt(join(repo.dir, 'ignored/linked'));
    await linked.write({ 'a.ts': 'linked\n' });
    const [here, there] = [await treeState(repo.dir, []), await treeState(linked.dir, [])];
    expect(changedBetween(here.files, there.files)).toEqual(['a.ts']);
    expect([here.branch, there.branch]).toEqual(['main', 'linked']);
  }));

test('excluded directories are left out, tracked or not, however they are named', () =>
  withRepo({ ...first, 'out/t.md': 'tracked\n', 'out2/a': '1' }, async (repo) => {
    await repo.write({ 'out/n.md': 'new\n', 'data ä/x': '1', outside: '2' });
    const link = `${repo.dir}-link`;
    await symlink(join(repo.dir, 'data ä'), link);
    const exclude = [join(repo.dir, 'out'), link, '/somewhere/else', '../above', repo.dir];
    const state = await treeState(repo.dir, exclude);
    expect(state.treeId).toBe(await treeOfCopy(repo, ['out', 'data ä']));
    expect([...state.files.keys()]).toEqual(expect.arrayContaining(['out2/a', 'outside']));
    await repo.write({ 'out/n.md': 'newer\n', 'data ä/y': '1' });
    await repo.remove('out/t.md');
    expect((await treeState(repo.dir, exclude)).treeId).toBe(state.treeId);
    await rm(link);
  }));

// Whoever may make a link could otherwise have any directory left out.
test('a link inside the tree is not followed to what is left out', () =>
  withRepo(first, async (repo) => {
    await symlink('dir', join(repo.dir, 'out'));
    const { files } = await treeState(repo.dir, ['out']);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['dir/b.ts']));
  }));

test('repositories within are known by their commit, and by what lies in them where that is something else', () =>
  withRepo(first, async (repo) => {
    await mkdir(join(repo.dir, 'inner dir'));
    const inner = repoAt(join(repo.dir, 'inner dir'));
    await inner.git('init', '-q');
    const seen = async () => (await treeState(repo.dir, [])).files.get('inner dir');
    const commitInner = async () => {
      await inner.git('add', '-A');
      await inner.git('-c', 'user.name=T', '-c', 'user.email=t@e', 'commit', '-qm', 'inner');
      return `160000 ${await inner.git('rev-parse', 'HEAD')}`;
    };
    expect(await seen()).toBeUndefined();
    await inner.write({ f: '1' });
    expect(await seen()).toBe(`160000 ${await treeOfCopy(inner)}`);
    const one = await commitInner();
    expect(await seen()).toBe(one);
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'with inner');
    await inner.write({ f: '2' });
    expect(await seen()).toBe(`160000 ${await treeOfCopy(inner)}`);
    await inner.remove('f');
    expect(await seen()).toMatch(/^160000 4b825dc/);
    await inner.write({ f: '3', '.git/info/exclude': '*\n', hidden: '4' });
    expect(await seen()).toBe(`160000 ${await treeOfCopy(inner)}`);
    const two = await commitInner();
    expect(await seen()).not.toBe(one);
    await inner.remove('hidden');
    expect(await seen()).toBe(two);
    await inner.remove('f', '.git');
    expect(await seen()).toBe(one);
    await inner.write({ 'evil.ts': 'x' });
    expect(await seen()).toBe(`160000 ${await treeOfCopy(inner)}`);
  }));

test('calls at once agree and leave nothing behind', () =>
  withRepo(first, async (repo) => {
    await repo.write({ 'a.ts': 'A\n', 'new.ts': 'n\n' });
    const states = await Promise.all(Array.from({ length: 8 }, () => treeState(repo.dir, [])));
    expect(new Set(states.map(({ treeId }) => treeId)).size).toBe(1);
    expect(await ours()).toEqual([]);
  }));

test('no hook runs, nothing is replaced, and the caller cannot point elsewhere', () =>
  withRepo(first, async (repo) => {
    await repo.write({ '.git/hooks/post-index-change': '#!/bin/sh\ntouch hook-ran\n' });
    await chmod(join(repo.dir, '.git/hooks/post-index-change'), 0o755);
    const base = await treeState(repo.dir, []);
    await repo.write({ 'a.ts': 'A\n' });
    const now = await treeState(repo.dir, []);
    expect(changedBetween(base.files, now.files)).toEqual(['a.ts']);
    await repo.git('replace', base.treeId, now.treeId);
    expect(await filesOfTree(repo.dir, base.treeId)).toEqual(base.files);
    process.env['GIT_DIR'] = '/nowhere';
    process.env['GIT_INDEX_FILE'] = '/nowhere/index';
    try {
      expect(await workTreeAt(repo.dir)).toMatchObject({ dir: repo.dir });
      expect((await treeState(repo.dir, [])).treeId).toBe(now.treeId);
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_INDEX_FILE'];
    }
  }));

test('what git cannot do is a fault with its reason', () =>
  withRepo(first, async (repo) => {
    await expect(filesOfTree(repo.dir, 'f'.repeat(40))).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: expect.stringContaining('not a tree'),
    });
    await expect(filesOfTree(repo.dir, '--help')).rejects.toMatchObject({ code: 'GIT_FAILED' });
    const { treeId } = await treeState(repo.dir, []);
    await withRepo({ other: '1' }, (other) =>
      expect(filesOfTree(other.dir, treeId)).rejects.toMatchObject({ code: 'GIT_FAILED' }),
    );
    await writeFile(join(repo.dir, '.git/index'), 'no index');
    await expect(treeState(repo.dir, [])).rejects.toMatchObject({ code: 'GIT_FAILED', retry: false });
    expect(await ours()).toEqual([]);
  }));

test('what a branch leads to is looked up each time', () =>
  withRepo(first, async (repo) => {
    const before = await filesOfTree(repo.dir, 'HEAD^{tree}');
    await repo.write({ 'a.ts': 'A\n' });
    await repo.git('commit', '-qam', 'second');
    expect(changedBetween(before, await filesOfTree(repo.dir, 'HEAD^{tree}'))).toEqual(['a.ts']);
  }));

test('changed are the added, the edited and the deleted, sorted', () => {
  const base = new Map([
    ['same', '1'],
    ['edited', '1'],
    ['deleted', '1'],
  ]);
  const now = new Map([
    ['same', '1'],
    ['edited', '2'],
    ['added', '1'],
  ]);
  expect(changedBetween(base, now)).toEqual(['added', 'deleted', 'edited']);
});

test('a hook sees the files of the very commit being made', () =>
  withRepo(first, async (repo) => {
    await repo.write({ '.git/hooks/pre-commit': '#!/bin/sh\ncp "$GIT_INDEX_FILE" ignored-index.log\nexit 1\n' });
    await chmod(join(repo.dir, '.git/hooks/pre-commit'), 0o755);
    await repo.write({ 'a.ts': 'A\n', 'dir/b.ts': 'B\n', 'ö\n.ts': '1' });
    await repo.git('add', 'a.ts', 'ö\n.ts');
    await repo.git('rm', '-q', 'run.sh');
    expect(await stagedFiles(repo.dir, {})).toEqual(['a.ts', 'run.sh', 'ö\n.ts']);
    await expect(repo.git('commit', '-qm', 'x', '--only', 'dir/b.ts')).rejects.toThrow();
    expect(await stagedFiles(repo.dir, { GIT_INDEX_FILE: 'ignored-index.log' })).toEqual(['dir/b.ts']);
  }));

describe('what a commit would change', () => {
  test('both ends of a rename, modes and repositories within count, whatever the settings say', () =>
    withRepo({ ...first, 'src/moved.ts': 'a file that is long enough to be found again\n' }, async (repo) => {
      await repo.git('init', '-q', 'inner');
      const inner = repoAt(join(repo.dir, 'inner'));
      const commitInner = () =>
        inner.git('-c', 'user.name=T', '-c', 'user.email=t@e', 'commit', '-q', '--allow-empty', '-m', 'x');
      await commitInner();
      await repo.git('add', 'inner');
      await repo.git('commit', '-qm', 'inner');
      await repo.git('config', 'diff.renames', 'copies');
      await repo.git('config', 'diff.ignoreSubmodules', 'all');
      await repo.git('mv', 'src/moved.ts', 'elsewhere.ts');
      await chmod(join(repo.dir, 'run.sh'), 0o755);
      await commitInner();
      await repo.write({ 'intended.ts': 'x' });
      await repo.git('add', '-N', 'intended.ts');
      await repo.git('add', 'run.sh', 'inner');
      expect(await stagedFiles(repo.dir, {})).toEqual(['elsewhere.ts', 'inner', 'run.sh', 'src/moved.ts']);
      await repo.git('update-index', '--split-index');
      expect(await stagedFiles(repo.dir, {})).toContain('src/moved.ts');
    }));

  test('before the first commit it is everything', async () => {
    const repo = await makeRepo();
    await repo.write({ 'a.ts': 'a' });
    await repo.git('add', '-A');
    expect(await stagedFiles(repo.dir, {})).toEqual(['a.ts']);
    await repo.rm();
  });
});

// Git does not look whether an object is what its name says, and its files are there for anybody to write.
test('a tree whose objects were changed is not taken for what was seen before', () =>
  withRepo(first, async (repo) => {
    const objectAt = (id: string) => join(repo.dir, '.git/objects', id.slice(0, 2), id.slice(2));
    await repo.write({ 'dir/b.ts': 'before\n' });
    const before = await treeState(repo.dir, []);
    await repo.write({ 'dir/b.ts': 'after\n' });
    const after = await treeState(repo.dir, []);
    const [old, forged] = [
      await repo.git('rev-parse', `${before.treeId}:dir`),
      await repo.git('rev-parse', `${after.treeId}:dir`),
    ];
    await rm(objectAt(old));
    await copyFile(objectAt(forged), objectAt(old));
    expect(await repo.git('show', `${before.treeId}:dir/b.ts`)).toBe('after');
    const elsewhere = join(repo.dir, 'ignored/again');
    await repo.git('worktree', 'add', '-q', '--detach', elsewhere);
    // In another work tree, because what was listed here once is remembered.
    await expect(filesOfTree(elsewhere, before.treeId)).rejects.toThrow('was changed');
    expect(await filesOfTree(elsewhere, after.treeId)).toEqual(after.files);
    expect((await filesOfTree(elsewhere, await repo.git('rev-parse', 'HEAD'))).size).toBe(5);
  }));
