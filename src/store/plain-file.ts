/**
 * Reads files that anybody may have put there. A pipe, a socket or a device in the place of a file would keep its reader
 * waiting, and a few of those stop everything else that this process reads: only plain files are opened, up to a size.
 */
import { constants, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

const { O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export interface PlainFileOptions {
  readonly bytesMax: number;
  /** What the last part of the path links to is not read. */
  readonly noFollow?: boolean;
}

/** The whole content; an error with the system's code, `EISDIR`, `EINVAL` for what is no file, or `EFBIG`. */
export async function readPlainFile(path: string, { bytesMax, noFollow = false }: PlainFileOptions): Promise<Buffer> {
  // Opening some devices has an effect of its own, so look before.
  if (!noFollow) plain(await stat(path));
  const handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (noFollow ? O_NOFOLLOW : 0));
  try {
    const { size } = plain(await handle.stat());
    if (size > bytesMax) throw tooLarge();
    return await bounded(handle, bytesMax);
  } finally {
    await handle.close();
  }
}

/** Its text, or nothing where there is no plain file of that size to read. */
export async function plainText(path: string, bytesMax: number, encoding: BufferEncoding = 'utf8') {
  return readPlainFile(path, { bytesMax }).then(
    (bytes) => bytes.toString(encoding),
    () => undefined,
  );
}

/** It may grow while it is read, and some files have no size. */
async function bounded(handle: FileHandle, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let total = 0; ;) {
    const chunk = Buffer.allocUnsafe(Math.min(64 * 1024, bytesMax + 1 - total));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > bytesMax) throw tooLarge();
  }
}

function plain(found: Stats): Stats {
  if (found.isFile()) return found;
  throw Object.assign(new Error(`it is ${kindOf(found)}, not a plain file`), {
    code: found.isDirectory() ? 'EISDIR' : 'EINVAL',
  });
}

/** What something is that is no file, in words. */
export function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a directory';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return found.isFile() ? 'a file' : 'a device';
}

const tooLarge = () => Object.assign(new Error('it is too large'), { code: 'EFBIG' });
