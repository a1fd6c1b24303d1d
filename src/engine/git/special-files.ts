/**
 * Refuses a repository in which something else stands where git reads a file. Git would wait for a named pipe until its
 * time is up; a look at a few names says so at once.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../store/fault.js';
import { kindOf, plainText } from '../../store/plain-file.js';
import type { GitDirs } from './common-dir.js';

const headBytesMax = 4096;

export async function refuseSpecialFiles({ dir, gitDir, commonDir }: GitDirs): Promise<void> {
  const head = /^ref: (\S+)/.exec((await plainText(join(gitDir, 'HEAD'), headBytesMax)) ?? '')?.[1];
  const files = [
    ...['HEAD', 'index', 'commondir', 'config.worktree', 'info/sparse-checkout'].map((name) => join(gitDir, name)),
    ...['config', 'packed-refs', 'shallow', 'info/exclude', 'info/attributes', 'info/grafts'].map((name) =>
      join(commonDir, name),
    ),
    ...(head === undefined ? [] : [join(gitDir, head), join(commonDir, head)]),
    join(commonDir, 'objects/info/alternates'),
    ...['.gitignore', '.gitattributes', '.gitmodules', '.mailmap'].map((name) => join(dir, name)),
  ];
  const dirs = ['objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads'].map((name) => join(commonDir, name));
  await Promise.all([
    ...files.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      // A directory makes git say at once what is wrong.
      if (found && !found.isFile() && !found.isDirectory()) throw special(path, kindOf(found));
    }),
    ...dirs.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      if (found && !found.isDirectory()) throw special(path, kindOf(found));
    }),
  ]);
}

const special = (path: string, kind: string) =>
  new Fault('GIT_FAILED', `${path} is ${kind}, so git cannot read this repository.`, {
    retry: false,
    fix: 'Put back what git keeps there, or delete it, then repeat the call.',
  });
