/**
 * Finds the file a command's first word stands for, before anything is started: wrappers would report a missing program
 * with an exit code that a test can have as well.
 */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, resolve } from 'node:path';
import { codeOf } from '../../store/disk.js';

export type Found = { readonly path: string } | { readonly problem: string };

/** Where Proctor's own tools are looked for first: `PATH` may name directories that agents write to, or hardly any. */
const systemDirs = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

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

/** One of Proctor's own tools, or nothing. What a project can plant, as `npx` puts its programs on `PATH`, is no tool. */
export async function findTool(name: string, path = process.env['PATH'] ?? ''): Promise<string | undefined> {
  const further = path.split(delimiter).filter((dir) => isAbsolute(dir) && !dir.includes('node_modules'));
  for (const dir of [...systemDirs, ...further]) {
    const candidate = resolve(dir, name);
    if ((await whyNotExecutable(candidate)) === undefined) return candidate;
  }
  return undefined;
}

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
