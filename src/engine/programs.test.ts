/** What a bug here would look like: a `git` that an agent planted tells Proctor what the agent likes. */
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeRepo, type Repo } from '../testing/git-repo.js';
import { isInProject, Programs } from './programs.js';

let dir: string;
let repo: Repo;
const name = 'proctor-test-tool';

async function plant(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), '#!/bin/sh\n');
  await chmod(join(folder, name), 0o755);
  return folder;
}

beforeAll(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'proctor-programs-')));
  repo = await makeRepo({ 'a.ts': 'a\n' });
});
afterAll(async () => {
  await repo.rm();
  await rm(dir, { recursive: true });
});

const found = async (path: string[], projectDir?: string, own = repo.dir) =>
  new Programs(path.join(delimiter), own).find(name, projectDir);

test('a program is taken from a folder of the user, wherever else it is planted', async () => {
  const good = await plant(join(dir, 'good'));
  const links = join(dir, 'links');
  await symlink(await plant(join(repo.dir, 'tools')), links);
  const open = await plant(join(dir, 'open'));
  await chmod(open, 0o777);
  const above = await plant(join(dir, 'above', 'bin'));
  await chmod(join(dir, 'above'), 0o777);
  await repo.git('worktree', 'add', '-q', join(dir, 'linked'));
  const planted = [
    ...['', '.', 'bin', links, open, above, join(repo.dir, 'tools')],
    await plant(join(repo.dir, 'node_modules', '.bin')),
    await plant(join(dir, 'node_modules', '.bin')),
    await plant(join(dir, 'linked', 'bin')),
  ];
  for (const each of planted) expect([each, await found([each])]).toEqual([each, undefined]);
  expect(await found([...planted, good])).toBe(join(good, name));
  const programs = new Programs([...planted, good].join(delimiter), repo.dir);
  const path = (await programs.path()).split(delimiter);
  expect(path).toContain(good);
  expect(path.filter((each) => planted.includes(each))).toEqual([]);
  expect((await programs.passedOver(name)).map((each) => each.path)).toEqual(
    expect.arrayContaining([
      join(open, name),
      join(repo.dir, 'tools', name),
      join(repo.dir, 'node_modules/.bin', name),
    ]),
  );
});

test('a link in a good folder to a program of the project is not taken, nor a file that others can write', async () => {
  const folder = join(dir, 'mixed');
  await mkdir(folder);
  await plant(join(repo.dir, 'tools'));
  await symlink(join(repo.dir, 'tools', name), join(folder, name));
  expect(await found([folder])).toBeUndefined();
  await rm(join(folder, name));
  await plant(folder);
  expect(await found([folder])).toBe(join(folder, name));
  await chmod(join(folder, name), 0o777);
  expect(await found([folder])).toBeUndefined();
});

test('a server with many projects takes nothing from the project that asks', async () => {
  const bin = await plant(join(repo.dir, 'own-bin'));
  const programs = new Programs(bin, '/');
  expect(await programs.find(name)).toBe(join(bin, name));
  expect(await programs.find(name, repo.dir)).toBeUndefined();
  expect(await programs.path(repo.dir)).not.toContain(bin);
  expect(await programs.find(name, dir)).toBe(join(bin, name));
});

test('what the system has comes first, whatever PATH says', async () => {
  const bin = await plant(join(dir, 'first'));
  await writeFile(join(bin, 'sh'), '#!/bin/sh\n', { mode: 0o755 });
  expect(await new Programs(bin, repo.dir).find('sh')).toMatch(/^(\/usr)?\/bin\/sh$/);
});

test('a path is in a project by its folder, its work trees and any link', async () => {
  expect(await isInProject(join(repo.dir, 'a.ts'), repo.dir)).toBe(true);
  expect(await isInProject('/usr/bin/env', repo.dir)).toBe(false);
  expect(await isInProject('/usr/bin/env', '/')).toBe(false);
});
