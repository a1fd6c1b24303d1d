/** The disk port on the real file system. Holds no rule about what is stored: only flags, modes and system calls. */
import { constants, lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, unlink, type FileHandle } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { codeOf, readOnlyCodes, type Disk, type DiskFile, type DiskStat, type SizeAndTime } from './disk.js';
import { dropCache, readPastCache } from './past-cache.js';

// What agents found is nobody else's to read.
const fileMode = 0o600;
const dirMode = 0o700;

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

class RealFile implements DiskFile {
  readonly #handle: FileHandle;
  readonly id: string;
  /** Why it is open for reading only, if it is. */
  readonly #readOnly: unknown;

  constructor(handle: FileHandle, id: string, readOnly?: unknown) {
    this.#handle = handle;
    this.id = id;
    this.#readOnly = readOnly;
  }

  async append(bytes: Uint8Array): Promise<number> {
    if (this.#readOnly !== undefined) throw this.#readOnly as Error;
    const { bytesWritten } = await this.#handle.write(bytes);
    return bytesWritten;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  async datasync(): Promise<void> {
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** What `find` finds, or `instead` where there is nothing of that name. */
async function orAbsent<T, U>(find: Promise<T>, instead: U): Promise<T | U> {
  try {
    return await find;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return instead;
    throw error;
  }
}

/** A pipe or a device in the place of a file would keep its reader waiting for ever. */
async function plainFile(handle: FileHandle): Promise<FileHandle> {
  const found = await handle.stat();
  if (found.isFile()) return handle;
  await handle.close();
  throw Object.assign(new Error('it is no plain file'), { code: found.isDirectory() ? 'EISDIR' : 'EINVAL' });
}

async function withHandle<T>(handle: FileHandle, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

const idOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

const statOf = (found: Stats): DiskStat => ({
  id: idOf(found),
  size: found.size,
  mtimeMs: found.mtimeMs,
  directory: found.isDirectory(),
});

/** About a millisecond's worth. */
const statsInATurn = 200;

function statNow(path: string): SizeAndTime | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && { size: found.size, mtimeMs: found.mtimeMs };
  } catch {
    return undefined;
  }
}

export const realDisk: Disk = {
  async openAppend(path, { create }) {
    const flags = O_APPEND | O_NOFOLLOW | O_NONBLOCK;
    let readOnly: unknown;
    const opening = create
      ? open(path, flags | O_RDWR | O_CREAT, fileMode)
      : open(path, flags | O_RDWR).catch(async (error: unknown) => {
          if (!readOnlyCodes.has(codeOf(error) ?? '')) throw error;
          readOnly = error;
          return open(path, flags | O_RDONLY);
        });
    const handle = create ? await opening : await orAbsent(opening, undefined);
    return handle && new RealFile(await plainFile(handle), idOf(await handle.stat()), readOnly);
  },

  async readFile(path) {
    const handle = await orAbsent(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), undefined);
    return handle && (await withHandle(await plainFile(handle), (file) => file.readFile()));
  },

  readPastCache,
  dropCache,

  async writeNew(path, bytes) {
    const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, fileMode);
    await withHandle(handle, async (file) => {
      await file.writeFile(bytes);
      await file.sync();
    });
  },

  async rename(from, to) {
    await rename(from, to);
  },

  async remove(path) {
    await orAbsent(unlink(path), undefined);
  },

  async removeTree(path) {
    await rm(path, { recursive: true, force: true });
  },

  async makeDir(path) {
    await mkdir(path, { recursive: true, mode: dirMode }).catch(async (error: unknown) => {
      // On a read-only file system Node makes of the system's word that something is missing: this one says it.
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(path, { mode: dirMode });
    });
  },

  // Follows links: a person may keep the whole store on another volume behind one.
  async syncDir(path) {
    const handle = await open(path, O_RDONLY | O_DIRECTORY);
    await withHandle(handle, async (dir) => {
      try {
        await dir.sync();
      } catch (error) {
        // What a file system without this call answers: it has nothing to wait for.
        if (codeOf(error) !== 'EINVAL') throw error;
      }
    });
  },

  async list(dir) {
    return orAbsent(readdir(dir), []);
  },

  async stat(path) {
    const found = await orAbsent(lstat(path), undefined);
    return found && statOf(found);
  },

  // Without a thread for each: that costs five times the call itself. Others have their turn in between.
  async statAll(paths) {
    const found: (SizeAndTime | undefined)[] = [];
    for (const path of paths) {
      found.push(statNow(path));
      if (found.length % statsInATurn === 0) await turn();
    }
    return found;
  },
};
