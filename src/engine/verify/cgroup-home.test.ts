/** What a bug here would look like: Proctor builds in a group that the system's service manager keeps for itself. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homesIn } from './cgroup-home.js';
import { RunCgroup } from './run-cgroup.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proctor-cgroup-'));
});
afterEach(() => rm(dir, { recursive: true }));

const isRoot = process.getuid?.() === 0;
const legacy = (names: string, root = '/') =>
  `36 25 0:30 ${root} ${dir} rw,relatime shared:9 - cgroup cgroup rw,${names}`;
const unified = () => `36 25 0:30 / ${dir} rw,relatime - cgroup2 cgroup2 rw`;

test('takes the top of a hierarchy in which nobody placed the server', async () => {
  expect(await homesIn(legacy('pids'), '8:pids:/\n4:memory:/x')).toEqual([{ dir, version: 1, controllers: ['pids'] }]);
});

test('takes a group that was made for others only if the user owns it', async () => {
  await mkdir(join(dir, 'system.slice'));
  const homes = await homesIn(legacy('memory'), '4:memory:/system.slice');
  // A directory this test made is its own, which for root says nothing.
  expect(homes).toEqual(isRoot ? [] : [{ dir: join(dir, 'system.slice'), version: 1, controllers: ['memory'] }]);
});

test('takes controllers of the unified hierarchy that are handed out', async () => {
  await writeFile(join(dir, 'cgroup.subtree_control'), 'cpu memory pids\n');
  expect(await homesIn(unified(), '0::/')).toEqual([{ dir, version: 2, controllers: ['pids', 'memory'] }]);
});

test('takes none that are not handed out', async () => {
  await writeFile(join(dir, 'cgroup.subtree_control'), 'cpu\n');
  expect(await homesIn(unified(), '0::/')).toEqual([]);
});

test('finds nothing where there are no control groups, or only others', async () => {
  expect(await homesIn('', '')).toEqual([]);
  expect(await homesIn('22 1 0:5 / /proc rw - proc proc rw', '0::/')).toEqual([]);
  expect(await homesIn(legacy('cpuset'), '8:pids:/\n3:cpuset:/')).toEqual([]);
  expect(await homesIn(legacy('pids', '/docker/a'), '8:pids:/docker/b')).toEqual([]);
});

test('a directory in which the kernel puts no files is not used and not left', async () => {
  const home = { dir, version: 1, controllers: ['pids'] } as const;
  expect(await RunCgroup.create([home], '1-2-3-aaaaaaaaaaaa', { processesMax: 9, memoryBytesMax: 9 })).toBeUndefined();
  await expect(rm(join(dir, 'proctor-1-2-3-aaaaaaaaaaaa'), { recursive: true })).rejects.toThrow('ENOENT');
});
