/**
 * A directory held open, so that what is done in it is done in that very directory, whatever its path leads to by then.
 * Node has no `openat`; on Linux the path of an open handle serves. Elsewhere the path is looked at before and after.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './disk.js';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
const dirMode = 0o700;

export interface AnchoredDir {
  /** For people. */
  readonly path: string;
  /** Names below this are names in the directory. */
  readonly at: string;
}

/** Makes what is missing of `names` below `from`, one by one, never through a link. */
export async function inAnchoredDir<T>(
  from: string,
  names: readonly string[],
  use: (dir: AnchoredDir) => Promise<T>,
): Promise<T> {
  let handle = await open(await realpath(from), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  let path = from;
  try {
    for (const name of names) {
      const next = await step(await placeOf(handle, path), name, join(path, name));
      await handle.close();
      handle = next;
      path = join(path, name);
    }
    return await use({ path, at: await placeOf(handle, path) });
  } finally {
    await handle.close();
  }
}

async function step(at: string, name: string, shown: string): Promise<FileHandle> {
  const place = join(at, name);
  try {
    await mkdir(place, { mode: dirMode });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  try {
    return await open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) !== 'ENOTDIR' && codeOf(error) !== 'ELOOP') throw error;
    throw new Error(`${shown} is no directory, or a link: evidence is not written there`, { cause: error });
  }
}

/** The handle's own path where the system has one for it; else the path, if it still leads to the same directory. */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  const own = `/proc/self/fd/${handle.fd}`;
  const held = await handle.stat();
  // With a slash behind it the directory is looked at, and not the link that stands for the handle.
  const [byHandle, byPath] = await Promise.all([lstat(`${own}/.`).catch(() => undefined), lstat(path)]);
  if (byHandle?.ino === held.ino && byHandle.dev === held.dev) return own;
  if (byPath.ino !== held.ino || byPath.dev !== held.dev)
    throw new Error(`${path} was replaced meanwhile: evidence is not written there`);
  return path;
}
