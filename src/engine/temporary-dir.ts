/**
 * Directories of Proctor's own below the system's temporary one. Their names say whose they are, so that the next start
 * can remove those of a process that was killed, and no others.
 */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLeftBehind, newMark } from './verify/run-mark.js';

const kinds = ['index', 'run', 'doctor'] as const;
type Kind = (typeof kinds)[number];

const shape = new RegExp(`^proctor-(?:${kinds.join('|')})-([0-9a-f-]+)\\.[A-Za-z0-9]+$`);

/** Only for whoever made it. Where the system does not tell processes apart, its name says nothing and it is never swept. */
export async function makeTemporaryDir(kind: Kind): Promise<string> {
  return mkdtemp(join(tmpdir(), `proctor-${kind}-${(await newMark()) ?? ''}.`));
}

export async function withTemporaryDir<T>(kind: Kind, use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await makeTemporaryDir(kind);
  try {
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Removes those of processes that are gone. Tells how many. */
export async function sweepTemporaryDirs(parent = tmpdir()): Promise<number> {
  let swept = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    const mark = shape.exec(name)?.[1];
    if (mark === undefined || !(await isLeftBehind(mark)) || !(await isOwn(join(parent, name)))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).then(
      () => (swept += 1),
      () => undefined,
    );
  }
  return swept;
}

/** A name can be given by anybody: only a directory of this user is removed, never what a link leads to. */
async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}
