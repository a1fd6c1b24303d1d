/** Which directories are those of whoever stands in some places: by path, or by the git repository they share. */
import { realpath } from 'node:fs/promises';
import { commonDirOf } from '../engine/git/common-dir.js';

/** A project is also that of whoever stands in one of its directories. */
export const isHere = (projectDir: string, cwd: string): boolean =>
  cwd === projectDir || cwd.startsWith(projectDir.endsWith('/') ? projectDir : `${projectDir}/`);

/** Asks once a directory, and only files: a store may know many projects, and a stop is not to wait for them. */
export async function ownDirs(places: readonly string[]): Promise<(dir: string) => Promise<boolean>> {
  const reals = await Promise.all(places.map(async (place) => realpath(place).catch(() => place)));
  const repositories = new Set(await Promise.all(places.map(commonDirOf)));
  const known = new Map<string, Promise<boolean>>();
  const isOwn = async (dir: string) =>
    [...places, ...reals].some((place) => isHere(dir, place)) || isShared(await commonDirOf(dir));
  const isShared = (repository: string | undefined) => repository !== undefined && repositories.has(repository);
  return async (dir) => {
    const answer = known.get(dir) ?? isOwn(dir);
    known.set(dir, answer);
    return answer;
  };
}
