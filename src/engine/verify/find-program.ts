/**
 * Finds the file a command's first word stands for, before anything is started: wrappers would report a missing program
 * with an exit code that a test can have as well.
 */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { codeOf } from '../../store/disk.js';
import { programs } from '../programs.js';

export type Found = { readonly path: string } | { readonly problem: string };

/** A word with a slash is a path from `cwd`, any other is looked up; the answer always has a slash. */
export async function findProgram(word: string, { cwd, path }: { cwd: string; path: string }): Promise<Found> {
  if (word.includes('\0')) return { problem: 'its first word holds a NUL character' };
  if (word.includes('/')) {
    const problem = await whyNotExecutable(resolve(cwd, word));
    return problem === undefined ? { path: word } : { problem: `${word}: ${problem}` };
  }
  let first: string | undefined;
  for (const dir of word === '' ? [] : path.split(delimiter)) {
    const candidate = resolve(cwd, dir, word);
    const problem = await whyNotExecutable(candidate);
    if (problem === undefined) return { path: candidate };
    // A directory that is closed to the user is passed over like one that is not there.
    if (problem.startsWith('EACCES, it is')) first ??= `${candidate}: ${problem}`;
  }
  return { problem: first ?? `${JSON.stringify(word)}: ENOENT, no such program on PATH` };
}

/** One of Proctor's own tools, or nothing: never what a project can plant. */
export const findTool = async (name: string): Promise<string | undefined> => programs.find(name);

async function whyNotExecutable(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) return 'EACCES, it is not a file';
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'ENOENT, no such file' : String(error);
  }
  try {
    await access(path, constants.X_OK);
    return undefined;
  } catch {
    return 'EACCES, it is not executable';
  }
}
