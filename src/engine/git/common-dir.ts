/**
 * Which repository a directory lies in, told from the files git keeps there and without git itself: a hook has little
 * time, and not always a PATH. Good for comparing two directories; whoever needs certainty asks git.
 */
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { plainText } from '../../store/plain-file.js';

/** A pointer is one line. */
const pointerBytesMax = 4096;

export interface GitDirs {
  /** The top of the work tree: where `.git` is. */
  readonly dir: string;
  /** Has the index and the head; of a linked work tree a directory of its own. */
  readonly gitDir: string;
  /** Has the objects; the same for all work trees of one repository. */
  readonly commonDir: string;
}

/** The same for all work trees of one repository; undefined outside of any. */
export async function commonDirOf(dir: string): Promise<string | undefined> {
  const found = await gitDirsAbove(dir);
  return found && realpath(found.commonDir).catch(() => undefined);
}

export async function gitDirsAbove(dir: string): Promise<GitDirs | undefined> {
  const start = await realpath(dir).catch(() => undefined);
  if (start === undefined) return undefined;
  for (let at = start; ; at = dirname(at)) {
    const found = await gitDirsAt(at);
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
}

/** Those of the work tree whose top this is. */
export async function gitDirsAt(dir: string): Promise<GitDirs | undefined> {
  const gitDir = await gitDirAt(join(dir, '.git'));
  return gitDir === undefined ? undefined : { dir, gitDir, commonDir: await sharedDir(gitDir) };
}

/** A directory, or in linked work trees a file that names one. */
async function gitDirAt(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  if (found.isDirectory()) return (await stat(join(path, 'HEAD')).catch(() => undefined)) && path;
  const named = /^gitdir: (.+)/.exec(await textOf(path))?.[1];
  return named === undefined ? undefined : resolve(dirname(path), named);
}

/** A linked work tree says where the repository it shares lies. */
async function sharedDir(gitDir: string): Promise<string> {
  const named = await textOf(join(gitDir, 'commondir'));
  return named === '' ? gitDir : resolve(gitDir, named);
}

const textOf = async (path: string): Promise<string> => (await plainText(path, pointerBytesMax))?.trim() ?? '';
