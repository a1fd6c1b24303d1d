/** What a bug here would look like: a file is changed, and the evidence says it was not. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { treeOfCopy, withRepo, type Repo } from '../../testing/git-repo.js';
import { filesOfTree, treeState } from '../git.js';

const first = {
  'a.ts': 'a\n',
  'dir/b.ts': 'b\n',
  'dir/sub/c.ts': 'c\n',
  'run.sh': 'x\n',
  '.gitignore': 'ignored/\n*.log\n',
};

const indexOf = async (repo: Repo) => {
  const path = join(repo.dir, '.git/index');
  return [
    await readFile(path, 'latin1').catch(() => ''),
    await stat(path).then(
      (found) => found.mtimeMs,
      () => 0,
    ),
  ];
};

const ours = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`proctor-index-${process.pid}-`));

/** Each takes a repository with `first` committed to a state; git itself says, in a copy, what that state is. */
const situations: Readonly<Record<string, (repo: Repo) => Promise<unknown>>> = {
  'nothing changed': async () => undefined,
  'a file edited': (repo) => repo.write({ 'a.ts': 'A\n' }),
  'a file deleted': (repo) => repo.remove('a.ts'),
  'new files, ignored ones too': (repo) => repo.write({ 'n/e/w.ts': '1', 'ignored/x': '2', 'a.log': '3' }),
  'other content staged than lies on the disk': async (repo) => {
    await repo.write({ 'a.ts': 'staged\n', 'new.ts': 'staged\n' });
    await repo.git('add', '-A');
    await repo.write({ 'a.ts': 'on the disk\n' });
    await repo.remove('new.ts');
  },
  'a deletion staged, the file still there': (repo) => repo.git('rm', '-q', '--cached', 'a.ts'),
  'a file meant to be added': async (repo) => {
    await repo.write({ 'new.ts': 'new\n' });
    await repo.git('add', '-N', 'new.ts');
  },
  'a file made executable': (repo) => chmod(join(repo.dir, 'run.sh'), 0o755),
  'links, one of them broken': async (repo) => {
    await symlink('a.ts', join(repo.dir, 'link'));
    await symlink('nowhere', join(repo.dir, 'broken'));
  },
  'a file in the place of a directory': async (repo) => {
    await repo.remove('dir');
    await repo.write({ dir: 'a file\n' });
  },
  'a directory in the place of a file': async (repo) => {
    await repo.remove('a.ts');
    await repo.write({ 'a.ts/b.ts': 'b\n' });
  },
  'an empty directory in the place of a file': async (repo) => {
    await repo.remove('a.ts');
    await mkdir(join(repo.dir, 'a.ts'));
  },
  'a directory of ignored files in the place of a file': async (repo) => {
    await repo.remove('a.ts');
    await repo.write({ 'a.ts/b.log': 'b\n' });
  },
  'a link in the place of a directory with the same files': async (repo) => {
    await rename(join(repo.dir, 'dir'), join(repo.dir, 'moved'));
    await symlink('moved', join(repo.dir, 'dir'));
    await writeFile(join(repo.dir, 'moved/b.ts'), 'changed\n');
  },
  'names with everything in them': (repo) =>
    repo.write({
      ...{ 'a b': '1', 'a\nb': '2', 'a\tb': '3', 'ä日😀': '4', '-rf': '5', '--all': '6', ':(glob)x': '7', ':!a': '8' },
      ...{
        '*': '9',
        'a\\b': '10',
        '"q"': '11',
        '#c': '12',
        '!d': '13',
        ' ': '14',
        'app/[id]/p.tsx': '15',
        'e\r': '16',
      },
    }),
  'a name that is no text': (repo) => writeFile(Buffer.from(`${repo.dir}/\xff\xfe`, 'latin1'), 'x'),
  'an edit marked as none to look at': async (repo) => {
    await repo.git('update-index', '--assume-unchanged', 'a.ts');
    await repo.write({ 'a.ts': 'hidden\n' });
  },
  'an edit marked as not checked out': async (repo) => {
    await repo.git('update-index', '--skip-worktree', 'a.ts');
    await repo.write({ 'a.ts': 'hidden\n' });
  },
  'a deletion marked as not checked out, and as none to look at': async (repo) => {
    await repo.git('update-index', '--assume-unchanged', 'a.ts');
    await repo.git('update-index', '--skip-worktree', 'a.ts');
    await repo.remove('a.ts');
  },
  'an edit of the same length with its old time put back, and settings that do not look': async (repo) => {
    const path = join(repo.dir, 'a.ts');
    await utimes(path, 1_000_000_000, 1_000_000_000);
    await repo.git('config', 'core.trustctime', 'false');
    await repo.git('config', 'core.checkStat', 'minimal');
    await repo.git('update-index', '--refresh');
    await setTimeout(1000);
    await repo.write({ 'a.ts': 'z\n' });
    await utimes(path, 1_000_000_000, 1_000_000_000);
  },
  'a monitor that says nothing ever changes': async (repo) => {
    await repo.write({ '.git/monitor': '#!/bin/sh\nprintf "token\\0"\n' });
    await chmod(join(repo.dir, '.git/monitor'), 0o755);
    await repo.git('config', 'core.fsmonitor', '.git/monitor');
    await repo.git('update-index', '--fsmonitor');
    await repo.git('status', '-s');
    await repo.write({ 'a.ts': 'hidden\n' });
  },
  'a filter that shows git the old content': async (repo) => {
    await repo.git('config', 'filter.old.clean', 'git show HEAD:%f');
    await repo.git('config', 'filter.old.required', 'true');
    await repo.write({ '.git/info/attributes': '*.ts filter=old\n', 'a.ts': 'hidden\n' });
  },
  'a setting that refuses line ends': async (repo) => {
    await repo.git('config', 'core.safecrlf', 'true');
    await repo.write({ 'mixed.ts': 'a\r\nb\n', '.gitattributes': '*.ts text\n' });
  },
  'a split index': async (repo) => {
    await repo.git('update-index', '--split-index');
    await repo.write({ 'a.ts': 'A\n' });
  },
  'a merge with a conflict': async (repo) => {
    await repo.git('checkout', '-q', '-b', 'other');
    await repo.write({ 'a.ts': 'theirs\n' });
    await repo.git('commit', '-qam', 'theirs');
    await repo.git('checkout', '-q', 'main');
    await repo.write({ 'a.ts': 'ours\n' });
    await repo.git('commit', '-qam', 'ours');
    await expect(repo.git('merge', 'other')).rejects.toThrow();
  },
  'an untracked repository without a commit': (repo) => repo.git('init', '-q', 'nested'),
};

/** Asked of git itself: what Proctor has listed once it does not list again. */
async function listedByGit(repo: Repo, treeId: string): Promise<string[][]> {
  const listing = await repo.git('ls-tree', '-r', '-z', '--full-tree', treeId);
  return [...listing.matchAll(/(\d+) \w+ (\w+)\t([^\0]+)\0/g)].map(([, mode, blob, path]) => [
    path ?? '',
    `${mode} ${blob}`,
  ]);
}

async function expectWhatLiesOnTheDisk(repo: Repo, thorough: boolean): Promise<void> {
  const before = await indexOf(repo);
  const state = await treeState(repo.dir, [], { thorough });
  expect(await indexOf(repo)).toEqual(before);
  expect(await ours()).toEqual([]);
  expect(state.treeId).toBe(await treeOfCopy(repo, ['nested']));
  expect([...state.files]).toEqual(await listedByGit(repo, state.treeId));
  expect(await filesOfTree(repo.dir, state.treeId)).toEqual(state.files);
  expect(state).toMatchObject({ head: await repo.git('rev-parse', 'HEAD'), branch: 'main' });
}

test.each(Object.entries(situations))('the tree is what lies on the disk: %s', (_, change) =>
  withRepo(first, async (repo) => {
    await change(repo);
    await expectWhatLiesOnTheDisk(repo, false);
    await expectWhatLiesOnTheDisk(repo, true);
  }),
);

/** What the index records of a file cannot tell these apart; reading the file can. */
test.each<[string, (repo: Repo) => Promise<unknown>]>([
  [
    'an edit of the same length, its time put back within the second',
    async (repo) => {
      const path = join(repo.dir, 'a.ts');
      const setBack = () => utimes(path, 1_000_000_000, 1_000_000_000);
      await setBack();
      await repo.git('update-index', '--refresh');
      await repo.write({ 'a.ts': 'z\n' });
      await setBack();
    },
  ],
  [
    'an index with the times of the new content and the name of the old',
    async (repo) => {
      const old = await repo.git('rev-parse', ':a.ts');
      await repo.write({ 'a.ts': 'forged\n' });
      await repo.git('add', 'a.ts');
      const index = (await readFile(join(repo.dir, '.git/index'))).subarray(0, -20);
      const at = index.indexOf(Buffer.from(await repo.git('rev-parse', ':a.ts'), 'hex'));
      index.set(Buffer.from(old, 'hex'), at);
      await writeFile(join(repo.dir, '.git/index'), [index, createHash('sha1').update(index).digest()]);
    },
  ],
])('a thorough look sees %s', (_, change) =>
  withRepo(first, async (repo) => {
    await change(repo);
    await expectWhatLiesOnTheDisk(repo, true);
  }),
);

test('a file changed just after the index was written is seen, however fast', () =>
  withRepo(first, async (repo) => {
    for (let round = 0; round < 15; round += 1) {
      await repo.write({ 'a.ts': `${round % 10}\n` });
      await repo.git('add', 'a.ts');
      await repo.write({ 'a.ts': `${(round + 1) % 10}\n` });
      const { files } = await treeState(repo.dir, []);
      expect(files.get('a.ts')).toBe(`100644 ${await repo.git('hash-object', 'a.ts')}`);
    }
  }));

test('what was learned of an index before is not taken for what it is now', () =>
  withRepo({ ...first, 'kept.log': '1\n' }, async (repo) => {
    const seen = async (exclude: string[] = []) => (await treeState(repo.dir, exclude, { thorough: true })).files;
    expect((await seen()).has('kept.log')).toBe(true);
    // Ignored, and so a file of the tree only as long as it is tracked.
    await repo.git('rm', '-q', '--cached', 'kept.log');
    expect((await seen()).has('kept.log')).toBe(false);
    await repo.git('add', '-f', 'kept.log');
    expect((await seen()).has('kept.log')).toBe(true);
    await repo.write({ 'kept.log': '2\n' });
    expect((await seen()).get('kept.log')).toContain(await repo.git('hash-object', 'kept.log'));
    expect((await seen(['dir'])).has('dir/b.ts')).toBe(false);
    expect((await seen()).has('dir/b.ts')).toBe(true);
  }));
