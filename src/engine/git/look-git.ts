/** Asks git about a repository or its objects without ever running what the repository names. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gitDirsAt, type GitDirs } from './common-dir.js';
import type { ObjectFormat } from './git-environment.js';
import { git, gitFailed, tryGit, type GitAnswer, type GitOptions } from './run-git.js';

type Options = Omit<GitOptions, 'view'>;

/** What the repository says of itself. `dir` is the top of a work tree. */
export async function tryRepository(dir: string, args: readonly string[], options: Options = {}): Promise<GitAnswer> {
  const { gitDir } = await dirsOf(dir);
  return tryGit(dir, args, { ...options, view: { as: 'repository', gitDir } });
}

export async function askRepository(dir: string, args: readonly string[], options: Options = {}): Promise<Buffer> {
  const { gitDir } = await dirsOf(dir);
  return git(dir, args, { ...options, view: { as: 'repository', gitDir } });
}

export interface PlainOptions extends Options {
  readonly format: ObjectFormat;
  /** Where objects are, for a directory that has no repository of its own. */
  readonly objects?: string;
}

/** What lies in the objects, and in the files of the work tree byte by byte. */
export async function plainGit(dir: string, args: readonly string[], options: PlainOptions): Promise<Buffer> {
  const { format, objects, ...rest } = options;
  return git(dir, args, { ...rest, view: await plainView(dir, format, objects) });
}

export async function tryPlainGit(dir: string, args: readonly string[], options: PlainOptions): Promise<GitAnswer> {
  const { format, objects, ...rest } = options;
  return tryGit(dir, args, { ...rest, view: await plainView(dir, format, objects) });
}

async function plainView(dir: string, format: ObjectFormat, objects?: string): Promise<GitOptions['view']> {
  if (objects !== undefined) return { as: 'plain', objects, format };
  const { commonDir } = await dirsOf(dir);
  const shallow = join(commonDir, 'shallow');
  const isShallow = (await stat(shallow).catch(() => undefined))?.isFile() === true;
  return { as: 'plain', objects: join(commonDir, 'objects'), format, ...(isShallow ? { shallow } : {}) };
}

export async function dirsOf(dir: string): Promise<GitDirs> {
  const dirs = await gitDirsAt(dir);
  if (!dirs) throw gitFailed(['rev-parse'], `${dir} has no repository any more`);
  return dirs;
}
