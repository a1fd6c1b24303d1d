/** What a bug here would look like: evidence stays fresh though the ticket's files moved, or goes stale for nothing. */
import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withRepo, type Repo } from '../../testing/git-repo.js';
import { treeState } from '../git.js';
import { diffStat, diffText } from './diff.js';
import { filesId, protectedPath } from './files-id.js';

const first = {
  'src/a.ts': 'a\n',
  'src/a.test.ts': 't\n',
  'other.ts': 'o\n',
  'package.json': '{"name":"x","scripts":{"test":"jest","lint":"eslint"},"jest":{"deep":{"er":1}}}',
  'pkg/package.json': '{"scripts":{"test":"a"}}',
  'pkg/two.json': '{"scripts":{"test":"two"}}',
  'bad.json': 'no json',
};
const globs = ['src/a.ts', 'src/new'];
const guarded = [
  ...['**/*.test.*', 'package.json#scripts', 'pkg/*.json#scripts.test', 'package.json#jest.deep.er', 'bad.json#a'],
];

const idOf = async (repo: Repo) => filesId(repo.dir, await treeState(repo.dir, []), globs, guarded);

const besides = (test: string) => JSON.stringify({ scripts: { test, b: 'c' } });
const packageWith = (change: object) => ({
  'package.json': JSON.stringify({ ...JSON.parse(first['package.json']), ...change }, null, 2),
});

test.each<[string, boolean, (repo: Repo) => Promise<unknown>]>([
  ['nothing', false, async () => undefined],
  ['another file', false, (repo) => repo.write({ 'other.ts': 'O\n', 'more.ts': 'm\n' })],
  ['a file of the contract', true, (repo) => repo.write({ 'src/a.ts': 'A\n' })],
  ['its mode', true, (repo) => chmod(join(repo.dir, 'src/a.ts'), 0o755)],
  ['its deletion', true, (repo) => repo.remove('src/a.ts')],
  ['a new file below one of its directories', true, (repo) => repo.write({ 'src/new/deep/x.ts': 'x\n' })],
  ['a protected file', true, (repo) => repo.write({ 'src/a.test.ts': 'T\n' })],
  ['a new protected file', true, (repo) => repo.write({ 'b.test.js': '' })],
  ['another member, and the layout', false, (repo) => repo.write(packageWith({ name: 'y', version: '1' }))],
  ['the order of names', false, (repo) => repo.write(packageWith({ scripts: { lint: 'eslint', test: 'jest' } }))],
  ['a protected member', true, (repo) => repo.write(packageWith({ scripts: { test: 'true', lint: 'eslint' } }))],
  ['a protected member removed', true, (repo) => repo.write(packageWith({ scripts: undefined }))],
  ['a deep member', true, (repo) => repo.write(packageWith({ jest: { deep: { er: 2 } } }))],
  ['beside a deep member', false, (repo) => repo.write(packageWith({ jest: { deep: { er: 1, x: 1 } } }))],
  ['the file of a member', true, (repo) => repo.remove('package.json')],
  ['a member matched by glob', true, (repo) => repo.write({ 'pkg/package.json': '{"scripts":{"test":"b"}}' })],
  [
    'beside it, in each of several files',
    false,
    (repo) => repo.write({ 'pkg/package.json': besides('a'), 'pkg/two.json': besides('two') }),
  ],
  ['a member in a new file', true, (repo) => repo.write({ 'pkg/b.json': '{"scripts":{"test":"b"}}' })],
  ['a file that is no JSON', true, (repo) => repo.write({ 'bad.json': 'still none' })],
  ['a JSON file that becomes none', true, (repo) => repo.write({ 'package.json': '{' })],
])('%s moves the id: %s', (_, moves, change) =>
  withRepo(first, async (repo) => {
    const before = await idOf(repo);
    expect(before).toMatch(/^[0-9a-f]{32}$/);
    await change(repo);
    expect((await idOf(repo)) !== before).toBe(moves);
  }),
);

test.each([
  ['package.json#scripts', { glob: 'package.json', member: ['scripts'] }],
  ['**/a.json#a.b', { glob: '**/a.json', member: ['a', 'b'] }],
  ['src/a#b.ts', { glob: 'src/a#b.ts' }],
  ['a.json#', { glob: 'a.json#' }],
])('%s', (text, expected) => {
  expect(protectedPath(text)).toEqual(expected);
});

test('a difference is bounded text, of all files or of some', () =>
  withRepo(first, async (repo) => {
    await repo.git('config', 'diff.external', 'echo external');
    await repo.git('config', 'diff.noprefix', 'true');
    const base = await treeState(repo.dir, []);
    await repo.write({ 'src/a.ts': 'ä'.repeat(500) + '\n', 'new file.ts': 'n\n' });
    await repo.remove('other.ts');
    const now = await treeState(repo.dir, []);
    const trees = [base.treeId, now.treeId] as const;
    expect(await diffStat(repo.dir, ...trees, undefined, 10_000)).toBe(
      '1\t0\tnew file.ts\n0\t1\tother.ts\n1\t1\tsrc/a.ts\n',
    );
    expect(await diffStat(repo.dir, ...trees, ['other.ts', '*'], 10_000)).toBe('0\t1\tother.ts\n');
    expect(await diffStat(repo.dir, ...trees, [], 10_000)).toBe('');
    const whole = await diffText(repo.dir, ...trees, undefined, 10_000);
    expect(whole).toContain('diff --git a/other.ts b/other.ts\ndeleted file');
    const bytes = Buffer.byteLength(whole);
    expect(await diffText(repo.dir, ...trees, undefined, bytes)).toBe(whole);
    for (const max of [bytes - 1, bytes - 2, 100]) {
      const cut = await diffText(repo.dir, ...trees, undefined, max);
      const [text = '', note] = cut.split('\n… ');
      expect(whole.startsWith(text)).toBe(true);
      expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(max - 1);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max);
      expect(note).toBe(`cut after ${max} bytes\n`);
    }
    const many = Array.from({ length: 1200 }, (_, at) => `missing/${at}`);
    expect(await diffStat(repo.dir, ...trees, [...many, 'other.ts'], 10_000)).toBe('0\t1\tother.ts\n');
  }));

// Git does not look whether an object is what its name says, and its files are there for anybody to write.
test('a member is never read from an object that was forged', () =>
  withRepo({ 'package.json': '{"scripts":{"test":"honest"}}' }, async (repo) => {
    const id = async () => filesId(repo.dir, await treeState(repo.dir, []), [], ['package.json#scripts']);
    const honest = await id();
    const objectAt = (blob: string) => join(repo.dir, '.git/objects', blob.slice(0, 2), blob.slice(2));
    const old = await repo.git('hash-object', 'package.json');
    await repo.write({ 'package.json': '{"scripts":{"test":"true"}}' });
    const forged = await repo.git('hash-object', '-w', 'package.json');
    await rm(objectAt(forged));
    await copyFile(objectAt(old), objectAt(forged));
    expect(await repo.git('cat-file', '-p', forged)).toContain('honest');
    expect(await id()).not.toBe(honest);
  }));
