/** What a bug here would look like: a run that sees the store, or an honest one whose tools are gone. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { between, isWithin } from './paths.js';
import { socketsIn } from './sockets.js';
import { viewOf, type ViewRequest } from './view.js';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'proctor-view-')));
afterAll(() => rmSync(home, { recursive: true }));

const at = (path: string) => join(home, path);
for (const path of [
  ...['.nvm/versions/node/v1/bin/node', '.cargo/credentials.toml', '.local/bin/tool', '.local/share/uv/tools/t/bin/t'],
  ...['.local/share/uv/tools/t/lib/x', '.ssh/id', '.m2/settings.xml', '.m2/repository/a.jar', 'tools/own/bin/run'],
  ...['work/project/a', 'work/project/.git/HEAD', 'work/project/data/store/x', 'work/main/node_modules/m', 'extra/x'],
]) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), '');
}
symlinkSync(at('.ssh'), at('innocent'));
symlinkSync(at('work/main/node_modules'), at('work/project/node_modules'));
const tree = at('work/project');

async function mounts(more: Partial<ViewRequest> = {}) {
  const env = { HOME: home, PATH: [at('.nvm/versions/node/v1/bin'), at('.local/bin'), '/usr/bin'].join(':') };
  const view = await viewOf({ tree, cwd: tree, env, closeNetwork: true, programs: [], ...more });
  const of = (path: string) => view.mounts.find((mount) => mount.path === path)?.how;
  const innermost = (path: string) => view.mounts.filter((mount) => isWithin(mount.path, path)).at(-1);
  return { view, of, seen: (path: string) => innermost(at(path))?.how ?? 'read' };
}

test('home and temporary folders are private, the tree is writable, tool chains are readable', async () => {
  const { of, seen } = await mounts();
  expect([of(home), of('/tmp'), of('/run'), of(tree)]).toEqual(['private', 'private', 'private', 'write']);
  const readable = [
    '.nvm/versions/node/v1/bin/node',
    '.local/bin/tool',
    '.m2/repository/a.jar',
    'work/main/node_modules/m',
  ];
  expect(readable.map(seen)).toEqual(readable.map(() => 'read'));
  const hidden = ['.ssh/id', 'extra/x', '.local/share/other', 'tools/own/bin/run', 'work/main/a'];
  expect(hidden.map(seen)).toEqual(hidden.map(() => 'private'));
});

test('a secret inside a readable tool chain is hidden', async () => {
  const { of, seen } = await mounts();
  expect(of(at('.cargo'))).toBe('read');
  expect(seen('.cargo/credentials.toml')).toBe('hide');
});

test('where a program really is decides what else of its installation is readable', async () => {
  const { seen } = await mounts({ programs: [at('.local/share/uv/tools/t/bin/t')] });
  expect(seen('.local/share/uv/tools/t/lib/x')).toBe('read');
});

test('a store inside the tree is hidden, and the folders above it cannot be moved away', async () => {
  const { of, seen } = await mounts({ hidden: [at('work/project/data/store')], readable: [join(tree, '.git')] });
  expect(of(join(tree, 'data'))).toBe('write');
  expect([seen('work/project/data/store/x'), seen('work/project/.git/HEAD')]).toEqual(['hide', 'read']);
});

test('nothing opens the store, not even a config that names a part of it', async () => {
  const { seen } = await mounts({ hidden: [at('extra')], reads: [at('extra/x'), at('tools')] });
  expect([seen('extra/x'), seen('tools/own/bin/run')]).toEqual(['hide', 'read']);
});

test('a tree inside the store is still there, and the store is not', async () => {
  const { of, seen } = await mounts({ hidden: [at('work')] });
  expect([of(tree), seen('work/main/a')]).toEqual(['write', 'hide']);
});

test('a project that is the home directory sees neither keys nor store', async () => {
  const { view, of, seen } = await mounts({ tree: home, cwd: home, hidden: [at('work/project/data/store')] });
  expect(of(home)).toBe('write');
  expect([seen('.ssh/id'), seen('.m2/settings.xml'), seen('work/project/data/store/x')]).toEqual([
    'hide',
    'hide',
    'hide',
  ]);
  expect(view.lacks).toEqual(['the project holds the home directory, which stays writable']);
});

test.each([
  ['~/extra', undefined],
  ['~/nowhere', 'does not exist'],
  ['~/innocent', 'leads to keys or tokens'],
  ['/', 'holds the whole home directory'],
  [dirname(home), 'holds the whole home directory'],
])('commands.reads of %s: %s', async (name, problem) => {
  const { view } = await mounts({ reads: [name] });
  expect(view.lacks).toEqual(problem === undefined ? [] : [`commands.reads: ${name} ${problem}`]);
});

test('a home that is the root is not mounted over', async () => {
  const { of } = await mounts({ env: { HOME: '/', PATH: '/usr/bin' } });
  expect(of('/')).toBeUndefined();
});

test('every mount comes after those it is inside of', async () => {
  const { view } = await mounts({ hidden: [at('work/project/data/store')] });
  const paths = view.mounts.map(({ path }) => path);
  for (const [index, path] of paths.entries())
    expect(paths.slice(index + 1).filter((later) => isWithin(later, path))).toEqual([]);
});

test('sockets with a path are read from the list of the system', () => {
  const table = [
    'Num       RefCount Protocol Flags    Type St Inode Path',
    '000000003991e28e: 00000003 00000000 00000000 0001 03 94926',
    '000000003991e28e: 00000002 00000000 00010000 0001 01    12 /run/docker.sock',
    '000000003991e28e: 00000002 00000000 00010000 0001 01 94926 /home/a b/s',
    '000000003991e28e: 00000002 00000000 00010000 0001 01 94926 @/tmp/.X11-unix/X0',
  ].join('\n');
  expect(socketsIn(table)).toEqual(['/run/docker.sock', '/home/a b/s']);
});

test('the directories between two', () => {
  expect(between('/a', '/a/b/c/d')).toEqual(['/a/b', '/a/b/c']);
  expect(between('/a', '/a/b')).toEqual([]);
});
