/**
 * Asks the disk itself what a file holds. After a failed sync the system may show bytes that are nowhere but in its
 * memory, and call the next sync a success: reading the usual way cannot tell. Linux only; elsewhere it says so.
 */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from './disk.js';

const { O_NOFOLLOW, O_RDONLY } = constants;
/** Undefined but on Linux. */
const direct = Reflect.get(constants, 'O_DIRECT') as number | undefined;

/** Every disk takes reads of this size at multiples of it. */
const blockBytes = 4096;
const chunkBytes = 256 * blockBytes;
/** The least step between two addresses that memory is handed out at. */
const addressStep = 8;

/** The bytes of the file as the disk has them. Throws with the code `ENOTSUP` where the system cannot say. */
export async function readPastCache(path: string): Promise<Buffer> {
  if (direct === undefined) throw unsupported();
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | direct).catch(orUnsupported);
  try {
    const { size } = await handle.stat();
    const room = Buffer.alloc(chunkBytes + blockBytes);
    const at = await aligned(handle, room);
    const parts: Buffer[] = [];
    for (let offset = 0; offset < size; offset += chunkBytes) {
      const { bytesRead } = await handle.read(room, at, chunkBytes, offset);
      parts.push(Buffer.from(room.subarray(at, at + bytesRead)));
    }
    return Buffer.concat(parts);
  } finally {
    await handle.close();
  }
}

/** The disk writes into memory at round addresses only, and nobody tells us ours: the first one it takes is one. */
async function aligned(handle: FileHandle, room: Buffer): Promise<number> {
  for (let at = 0; at < blockBytes; at += addressStep) {
    try {
      await handle.read(room, at, blockBytes, 0);
      return at;
    } catch (error) {
      if (codeOf(error) !== 'EINVAL') throw error;
    }
  }
  throw unsupported();
}

/** Makes the system forget what it remembers of the file and the disk does not hold. Where it cannot, nothing happens. */
export async function dropCache(path: string): Promise<void> {
  // By its full name: what PATH finds first may be anybody's.
  for (const dd of ['/usr/bin/dd', '/bin/dd']) {
    const args = [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none'];
    const isDone = await promisify(execFile)(dd, args, { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

function orUnsupported(error: unknown): never {
  throw codeOf(error) === 'EINVAL' ? unsupported() : error;
}

const unsupported = (): Error =>
  Object.assign(new Error('this system does not read past its cache'), { code: 'ENOTSUP' });
