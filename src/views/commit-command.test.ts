import { execFileSync } from 'node:child_process';
import { makeRepo } from '../testing/git-repo.js';
import { commitCommand, type ApprovedWork } from './commit-command.js';

const work = (more: Partial<ApprovedWork> = {}): ApprovedWork => ({
  ...{ ticketId: 'T-1', title: 'Add adds', attempt: 2, dir: '/p', files: ['a.ts'], count: 1, isAuto: false },
  ...more,
});

test('plain words are not quoted, others are', () => {
  expect(commitCommand(work({ files: ['a.ts', 'b c.ts'], count: 2 }), '4:abc')).toBe(
    "git -C /p add -A -- ':(literal)a.ts' ':(literal)b c.ts' && git -C /p commit -m 'T-1: Add adds' " +
      "--trailer 'Proctor-Ticket: T-1' --trailer 'Proctor-Attempt: 2' --trailer 'Proctor-Head: 4:abc' " +
      "--only -- ':(literal)a.ts' ':(literal)b c.ts'",
  );
});

test.each([
  ['all that there are', 1, ''],
  ['one of two', 2, ' # and 1 more changed files of the contract'],
  ['one of many', 300, ' # and 299 more changed files of the contract'],
])('files that are not listed are counted: %s', (_, count, end) => {
  expect(commitCommand(work({ count }), '4:abc').split("':(literal)a.ts'").at(-1)).toBe(end);
});

test('a shell commits what it says, whatever the names and the title hold', async () => {
  const name = "it's $(touch pwned) `x` \\ *.ts";
  const repo = await makeRepo({ [name]: 'a', 'other.ts': 'a' });
  try {
    await repo.write({ [name]: 'b', 'other.ts': 'b' });
    const title = "Don't\nProctor-Ticket: T-9";
    execFileSync('sh', ['-c', commitCommand(work({ dir: repo.dir, files: [name], title }), '4:abc')]);
    expect(await repo.git('log', '-1', '--format=%(trailers:key=Proctor-Ticket,valueonly)')).toContain('T-1');
    expect(await repo.git('log', '-1', '--format=%(trailers:key=Proctor-Ticket,valueonly)')).not.toContain('T-9');
    expect((await repo.git('status', '--porcelain')).trim()).toBe('M other.ts');
  } finally {
    await repo.rm();
  }
});
