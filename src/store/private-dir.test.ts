/** The bug to fear: another account writes an approval into the store, and Proctor takes it for a person's. */
import { chmod, chown, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { testDir } from '../testing/test-dir.js';
import { weaknessOf, weakPlaces, type Place, type Weakness } from './private-dir.js';

const kim = { uid: 1000, gid: 1000, owners: new Set([1000, 0]) };
const kimOfStaff = { ...kim, gid: 50 };

test.each<[what: string, mode: number, owner: [uid: number, gid: number], Place, Weakness | undefined]>([
  ['as Proctor makes it', 0o700, [1000, 1000], 'part', undefined],
  ['that all may read', 0o755, [1000, 1000], 'part', undefined],
  ['of root', 0o755, [0, 0], 'part', undefined],
  ['of somebody else', 0o700, [1001, 1001], 'part', 'foreign'],
  ['that the private group may write', 0o770, [1000, 1000], 'part', 'writable'],
  ['that all may write', 0o707, [1000, 1000], 'part', 'writable'],
  ['that is sticky', 0o1777, [1000, 1000], 'part', 'writable'],
  ['of root that only root may write', 0o755, [0, 0], 'parent', undefined],
  ['like /tmp', 0o1777, [0, 0], 'parent', undefined],
  ['like /tmp, of somebody else', 0o1777, [1001, 1001], 'parent', 'foreign'],
  ['of somebody else', 0o755, [1001, 1001], 'parent', 'foreign'],
  ['that the private group may write', 0o775, [1000, 1000], 'parent', undefined],
  ['that root’s group may write', 0o775, [0, 0], 'parent', undefined],
  ['that another group may write', 0o775, [1000, 50], 'parent', 'writable'],
  ['that all may write', 0o757, [1000, 1000], 'parent', 'writable'],
])('a directory %s (%o, %j, %s) is %s', (_what, mode, [uid, gid], place, expected) => {
  expect(weaknessOf({ mode, uid, gid }, place, kim)).toBe(expected);
});

test('a primary group that others are in too is not private', () => {
  expect(weaknessOf({ mode: 0o775, uid: 1000, gid: 50 }, 'parent', kimOfStaff)).toBe('writable');
});

const here = testDir();
const home = () => join(here.path, 'home');
const weak = (dir: string) => weakPlaces(dir, home()).map(({ path, weakness }) => [path, weakness]);

/** Modes as given, whatever the umask is. */
async function made(path: string, mode: number): Promise<string> {
  const dir = join(here.path, path);
  await mkdir(dir, { recursive: true });
  await chmod(dir, mode);
  return dir;
}

test('a directory that is not there yet is as good as what it will be made in', async () => {
  expect(weak(join(here.path, 'home/.local/state/proctor'))).toEqual([]);
  const open = await made('open', 0o777);
  expect(weak(join(open, 'a/b'))).toEqual([[open, 'writable']]);
});

test('every parent counts, below the home directory only up to that', async () => {
  const open = await made('open', 0o777);
  const data = await made('open/closed/data', 0o700);
  expect(weak(data)).toEqual([[open, 'writable']]);
  expect(weakPlaces(data, join(open, 'closed'))).toEqual([]);
});

test('what is in it counts where others can come to it', async () => {
  const data = await made('data', 0o755);
  const approvals = await made('data/approvals', 0o777);
  expect(weak(data)).toEqual([[approvals, 'writable']]);
  await chmod(data, 0o700);
  expect(weak(data)).toEqual([]);
});

test('behind a link, both ends count', async () => {
  const far = await made('far', 0o777);
  const near = await made('near', 0o777);
  const data = await made('far/data', 0o700);
  await symlink(data, join(near, 'data'));
  expect(new Set(weak(join(near, 'data')))).toEqual(
    new Set([
      [near, 'writable'],
      [far, 'writable'],
    ]),
  );
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot('a directory of another user is foreign', async () => {
  const data = await made('data', 0o700);
  await chown(data, 12_345, 12_345);
  expect(weak(data)).toEqual([[data, 'foreign']]);
});
