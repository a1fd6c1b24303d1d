import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepo, type Repo } from '../../testing/git-repo.js';
import { workTreeAt } from '../git.js';
import { commonDirOf } from './common-dir.js';

let repo: Repo;
let other: Repo;
let outside: string;

beforeAll(async () => {
  repo = await makeRepo({ 'deep/er/file': 'x' });
  other = await makeRepo({ file: 'y' });
  outside = await realpath(await mkdtemp(join(tmpdir(), 'proctor-outside-')));
  await repo.git('worktree', 'add', '-q', join(outside, 'tree'));
  await symlink(repo.dir, join(outside, 'link'));
  await mkdir(join(outside, 'half', '.git'), { recursive: true });
});

afterAll(async () => {
  await rm(outside, { recursive: true });
  await repo.rm();
  await other.rm();
});

test.each([
  ['its top', () => repo.dir],
  ['a directory in it', () => join(repo.dir, 'deep/er')],
  ['a linked work tree', () => join(outside, 'tree')],
  ['a directory of a linked work tree', () => join(outside, 'tree/deep')],
  ['a link to it', () => join(outside, 'link')],
])('%s: the repository git names', async (_name, dir) => {
  expect(await commonDirOf(dir())).toBe(join(repo.dir, '.git'));
  expect((await workTreeAt(dir()))?.commonDir).toBe(join(repo.dir, '.git'));
});

test('another repository is another one', async () => {
  expect(await commonDirOf(other.dir)).toBe(join(other.dir, '.git'));
});

test.each([
  ['no repository', () => outside],
  ['a directory that is only named like one', () => join(outside, 'half')],
  ['a directory that is gone', () => join(outside, 'gone')],
])('%s: none', async (_name, dir) => {
  expect(await commonDirOf(dir())).toBeUndefined();
});
