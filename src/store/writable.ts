/** Whether the store can be written to right now: a file is made, synced and taken away again. */
import { join } from 'node:path';
import type { Disk } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { orFault } from './fault.js';

/** Throws a fault that says what is wrong. */
export async function tryWriting(disk: Disk, root: string, nonce: string): Promise<void> {
  const path = join(root, `writable.${nonce}.tmp`);
  await orFault('write to the data directory', async () => {
    await makeDurableDir(disk, root);
    try {
      await disk.writeNew(path, Buffer.from('\n'));
    } finally {
      await disk.remove(path);
    }
  });
}
