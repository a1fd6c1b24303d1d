/**
 * The only way transcripts touch the disk: looks and reads, never writes, and never opens what a link leads to. What is not
 * there and what may not be looked at are the same to a caller; any other trouble of the disk is thrown.
 */
import { constants, type Dirent, type Stats } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { codeOf } from '../store/disk.js';

export type FileKind = 'file' | 'folder' | 'link' | 'other';

export interface FileStat {
  readonly kind: FileKind;
  readonly mtimeMs: number;
  /** Tells a file from another one that took its name. */
  readonly inode: string;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: FileKind;
}

export interface FileHead {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

export interface Files {
  /** Of the name itself, never of what a link leads to. */
  stat(path: string): Promise<FileStat | undefined>;
  list(folder: string): Promise<FileEntry[]>;
  /** Opens the very file that `stat` saw, or nothing. */
  head(path: string, seen: FileStat, bytesMax: number): Promise<FileHead | undefined>;
  realPath(path: string): Promise<string | undefined>;
}

/** The last is Node's word for a name with a NUL in it, which no file has. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

async function unlessAbsent<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (absent.has(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function kindOf(found: Stats | Dirent): FileKind {
  if (found.isSymbolicLink()) return 'link';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}

const statOf = (found: Stats): FileStat => ({
  kind: kindOf(found),
  mtimeMs: found.mtimeMs,
  inode: `${found.dev}:${found.ino}`,
});

// Opening a pipe would wait for whoever writes into it.
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export const realFiles: Files = {
  async stat(path) {
    const found = await unlessAbsent(() => lstat(path));
    return found && statOf(found);
  },

  async list(folder) {
    const found = await unlessAbsent(() => readdir(folder, { withFileTypes: true }));
    return (found ?? []).map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  },

  async head(path, seen, bytesMax) {
    const handle = await unlessAbsent(() => open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    if (!handle) return undefined;
    try {
      const found = await handle.stat();
      // Somebody may have put something else there since.
      if (!found.isFile() || statOf(found).inode !== seen.inode) return undefined;
      const bytes = Buffer.alloc(Math.min(bytesMax, found.size));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return { bytes: bytes.subarray(0, filled), isWhole: found.size <= bytesMax };
    } finally {
      await handle.close();
    }
  },

  async realPath(path) {
    return unlessAbsent(() => realpath(path));
  },
};
