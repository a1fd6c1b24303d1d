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

/** A process that was killed may have had the same number. */
const others = new Set(await readdir(tmpdir()));
const ours = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`proctor-index-${process.pid}-`) && !others.has(name));

/** A filter by which git sees what was committed, whatever lies on the disk. */
const oldFilter = (name: string) => `[filter "${name}"]\n\tclean = git show HEAD:%f\n\trequired = true\n`;

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
  'a filter with a name in which a setting would end': async (repo) => {
    await repo.write({ '.git/config': `${await readFile(join(repo.dir, '.git/config'), 'utf8')}${oldFilter('a=b')}` });
    await repo.write({ '.git/info/attributes': '*.ts filter=a=b\n', 'a.ts': 'hidden\n' });
  },
  'a filter of this work tree only': async (repo) => {
    await repo.git('config', 'extensions.worktreeConfig', 'true');
    await repo.write({ '.git/config.worktree': oldFilter('old') });
    await repo.write({ '.git/info/attributes': '*.ts filter=old\n', 'a.ts': 'hidden\n' });
  },
  'a filter from an included file': async (repo) => {
    await repo.git('config', 'includeIf.gitdir:/.path', join(repo.dir, '.git/more'));
    await repo.write({ '.git/more': oldFilter('old') });
    await repo.write({ '.git/info/attributes': '*.ts filter=old\n', 'a.ts': 'hidden\n' });
  },
  'code in a keyword that git puts in and takes out': async (repo) => {
    await repo.write({ '.gitattributes': '*.ts ident\n', 'a.ts': '$Id$\n' });
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'keyword');
    await repo.write({ 'a.ts': '$Id: */ steal() /* $\n' });
  },
  'line ends that git would not store': async (repo) => {
    await repo.git('config', 'core.autocrlf', 'input');
    await repo.write({ '.git/info/attributes': '*.sh text\n', 'run.sh': 'x\r\n' });
  },
  'an encoding that git would not store': async (repo) => {
    await repo.write({ '.gitattributes': 'u.txt working-tree-encoding=UTF-16LE\n' });
    await writeFile(join(repo.dir, 'u.txt'), Buffer.from('text\n', 'utf16le'));
  },
  'attributes named by a setting': async (repo) => {
    await repo.git('config', 'core.attributesFile', join(repo.dir, '.git/attributes'));
    await repo.git('config', 'filter.old.clean', 'git show HEAD:%f');
    await repo.write({ '.git/attributes': '*.ts filter=old\n', 'a.ts': 'hidden\n' });
  },
  'settings that do not look at modes and links': async (repo) => {
    await repo.git('config', 'core.fileMode', 'false');
    await repo.git('config', 'core.symlinks', 'false');
    await chmod(join(repo.dir, 'run.sh'), 0o755);
    await repo.remove('a.ts');
    await symlink('dir/b.ts', join(repo.dir, 'a.ts'));
  },
  'a sparse checkout, and an edit of what is not checked out': async (repo) => {
    await repo.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'dir/sub');
    await repo.write({ 'dir/b.ts': 'hidden\n' });
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

async function expectWhatLiesOnTheDisk(repo: Repo): Promise<void> {
  const before = await indexOf(repo);
  const state = await treeState(repo.dir, []);
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
    await expectWhatLiesOnTheDisk(repo);
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
    await expectWhatLiesOnTheDisk(repo);
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
    const seen = async (exclude: string[] = []) => (await treeState(repo.dir, exclude)).files;
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

test('a filter of the person’s own settings shows git nothing else, and does not run', () =>
  withRepo(first, async (repo) => {
    const home = process.env['HOME'];
    const mark = join(repo.dir, '.git/ran');
    await repo.write({
      '.git/home/.gitconfig': `[filter "mine"]\n\tclean = touch ${mark}; echo other\n[core]\n\texcludesFile = ~/ignore\n`,
      '.git/home/ignore': 'mine.txt\n',
      ...{ '.gitattributes': '*.ts filter=mine\n', 'a.ts': 'edited\n', 'mine.txt': 'ignored everywhere\n' },
    });
    process.env['HOME'] = join(repo.dir, '.git/home');
    try {
      const { files, treeId } = await treeState(repo.dir, []);
      expect(treeId).toBe(await treeOfCopy(repo, ['mine.txt']));
      expect(files.has('mine.txt')).toBe(false);
    } finally {
      process.env['HOME'] = home;
    }
    await expect(stat(mark)).rejects.toThrow('ENOENT');
  }));
