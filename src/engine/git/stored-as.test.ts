/** What a bug here would look like: honest work is committed with git-lfs, and Proctor says that a hook changed it. */
import { withRepo, type Repo } from '../../testing/git-repo.js';
import { filesOfTree, treeState } from '../git.js';
import { isStoredAs } from './stored-as.js';

const first = { '.gitattributes': '*.bin filter=short\n*.txt text\n', 'a.bin': 'long\n', 'a.txt': 'a\n' };
const paths = ['a.bin', 'a.txt', 'a.ts'];

async function seen(repo: Repo) {
  return { approved: (await treeState(repo.dir, [])).files, committed: await filesOfTree(repo.dir, 'HEAD') };
}

test('what git stores of approved bytes is those bytes, and nothing else is', () =>
  withRepo(first, async (repo) => {
    await repo.git('config', 'filter.short.clean', 'cut -c 1');
    await repo.write({ 'a.bin': 'other\n', 'a.txt': 'b\r\n', 'a.ts': 'ts\n' });
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'work');
    expect(await repo.git('show', 'HEAD:a.bin')).toBe('o');
    expect(await isStoredAs(repo.dir, paths, await seen(repo))).toBe(true);

    const { approved, committed } = await seen(repo);
    await repo.write({ 'a.bin': 'oddly like it\n' });
    expect(await isStoredAs(repo.dir, paths, { approved, committed })).toBe(false);
    await repo.write({ 'a.bin': 'other\n', 'a.ts': 'changed by a hook\n' });
    await repo.git('commit', '-qam', 'hook');
    await repo.write({ 'a.ts': 'ts\n' });
    expect(await isStoredAs(repo.dir, paths, await seen(repo))).toBe(false);
  }));
