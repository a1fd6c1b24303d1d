/**
 * The only way the store touches files, so that a simulated disk can stand in for the real one. A name or a byte is
 * durable only after the sync that covers it. Failures carry the system's `code` (`EIO`, `ENOSPC`, …); nothing retries.
 */

/** One file open for appending; any number of processes may hold the same one. */
export interface DiskFile {
  /** Tells it from every other file, whatever its name is by now. */
  readonly id: string;
  /** One write at the end of the file, never split; answers how many bytes went in, which may be fewer. */
  append(bytes: Uint8Array): Promise<number>;
  /** Fewer bytes than asked only where the file ends. */
  read(offset: number, length: number): Promise<Buffer>;
  size(): Promise<number>;
  /** Makes every byte in the file durable, whoever wrote it. Its name is the directory's affair. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

export interface SizeAndTime {
  readonly size: number;
  readonly mtimeMs: number;
}

export interface DiskStat extends SizeAndTime {
  /** As an open file has it. */
  readonly id: string;
  /** False for a link, even one to a directory. */
  readonly directory: boolean;
}

/** Files are never reached through a link in the last part of their path. */
export interface Disk {
  /**
   * Undefined only if there is no such file and `create` is false. Without `create`, a file that may be read and not
   * written opens too: appending to it fails then.
   */
  openAppend(path: string, options: { readonly create: boolean }): Promise<DiskFile | undefined>;
  /** The whole file, or undefined if there is none. */
  readFile(path: string): Promise<Buffer | undefined>;
  /** What the disk itself holds of a file, past every cache; fails with `ENOTSUP` where nobody can tell. */
  readPastCache(path: string): Promise<Buffer>;
  /** Forgets what is remembered of a file and is not on the disk, where that is possible. */
  dropCache(path: string): Promise<void>;
  /** Creates a file that must not exist yet and syncs its bytes; the name lasts once its directory is synced. */
  writeNew(path: string, bytes: Uint8Array): Promise<void>;
  /** Replaces `to` at once; lasting once the directories of both names are synced. */
  rename(from: string, to: string): Promise<void>;
  /** A file that is not there counts as removed. */
  remove(path: string): Promise<void>;
  removeTree(path: string): Promise<void>;
  /** Makes missing parents too; a directory that exists is fine. */
  makeDir(path: string): Promise<void>;
  syncDir(path: string): Promise<void>;
  /** Names, in no particular order; none if there is no such directory. */
  list(dir: string): Promise<string[]>;
  stat(path: string): Promise<DiskStat | undefined>;
  /** Of many paths, in their order; undefined also for what cannot be looked at, which is no reason to see none. */
  statAll(paths: readonly string[]): Promise<(SizeAndTime | undefined)[]>;
}

/** What the system answers where something may be read and not written. */
export const readOnlyCodes: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** The system's name for what went wrong, if the error has one. */
export function codeOf(error: unknown): string | undefined {
  // Not `instanceof Error`: an error from another realm, as under a test runner, is no instance of ours.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
