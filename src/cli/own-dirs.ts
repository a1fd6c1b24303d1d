/** Which directories are those of whoever stands somewhere: by path, or by the git repository they share. */
import { realpath } from 'node:fs/promises';
import { commonDirOf } from '../engine/git/common-dir.js';

/** A project is also that of whoever stands in one of its directories. */
export const isHere = (projectDir: string, cwd: string): boolean =>
  cwd === projectDir || cwd.startsWith(projectDir.endsWith('/') ? projectDir : `${projectDir}/`);

/** Asks once a directory, and only files: a store may know many projects, and a stop is not to wait for them. */
export async function ownDirs(cwd: string): Promise<(dir: string) => Promise<boolean>> {
  const real = await realpath(cwd).catch(() => cwd);
  const repository = await commonDirOf(cwd);
  const known = new Map<string, Promise<boolean>>();
  const isOwn = async (dir: string) =>
    isHere(dir, cwd) || isHere(dir, real) || (repository !== undefined && (await commonDirOf(dir)) === repository);
  return async (dir) => {
    const answer = known.get(dir) ?? isOwn(dir);
    known.set(dir, answer);
    return answer;
  };
}
