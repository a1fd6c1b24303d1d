import { makeRepo, type Repo } from '../../testing/git-repo.js';
import { treeState } from '../git.js';
import { unexplained, type Other } from './explained.js';

let repo: Repo;
let handedOff: string;

beforeAll(async () => {
  repo = await makeRepo({ 'docs/a.md': 'a', 'docs/gone.md': 'x', 'src/a.ts': '1' });
  await repo.write({ 'docs/a.md': 'b', 'docs/new.md': 'n' });
  await repo.remove('docs/gone.md');
  handedOff = (await treeState(repo.dir, [])).treeId;
  await repo.write({ 'docs/new.md': 'changed once more' });
});
afterAll(async () => repo.rm());

const changed = ['docs/a.md', 'docs/gone.md', 'docs/new.md', 'src/a.ts'];

async function left(...others: Partial<Other>[]): Promise<string[]> {
  const { dir } = repo;
  const whole = others.map((other) => ({ files: ['docs/**'], isAtWork: false, treeId: null, ...other }));
  return unexplained(changed, { dir, files: (await treeState(dir, [])).files }, whole);
}

test('without other tickets everything is left', async () => {
  expect(await left()).toEqual(changed);
});

test('a ticket at work accounts for the files of its contract, and for no others', async () => {
  expect(await left({ isAtWork: true })).toEqual(['src/a.ts']);
  expect(await left({ isAtWork: true, files: ['lib/**'] })).toEqual(changed);
});

test('one that is not accounts for its work as it was seen, also for what it removed', async () => {
  expect(await left({ treeId: handedOff })).toEqual(['docs/new.md', 'src/a.ts']);
  expect(await left({ treeId: handedOff, files: ['src/**'] })).toEqual(changed.filter((path) => path !== 'src/a.ts'));
});

test('one of which nothing was seen, or whose tree is gone, accounts for nothing', async () => {
  expect(await left({ treeId: null })).toEqual(changed);
  expect(await left({ treeId: '0123456789012345678901234567890123456789' })).toEqual(changed);
});
