/** Output of runs: one file each, named by its hash, beside the journal that names it. */
import { join } from 'node:path';
import { keptBytesMax } from '../../machines/measures/kept-output.js';
import type { Disk } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { Fault, orFault } from './fault.js';

const named = /^[0-9a-f]{64}$/;
/** What is no text is kept as a sign three bytes long. */
const fileBytesMax = 4 * keptBytesMax;

export class RunOutput {
  constructor(
    private readonly disk: Disk,
    private readonly dirOf: (id: string) => string,
    private readonly nonce: () => string,
  ) {}

  /**
   * The same output twice is one file. Written anew all the same: a process that was ended in the midst of it may have left
   * a part under this name, or all of it and not yet durable.
   */
  async save(id: string, hash: string, bytes: Uint8Array): Promise<void> {
    await orFault('keep the output of a run', async () => {
      const dir = join(this.dirOf(id), 'output');
      await makeDurableDir(this.disk, dir);
      const draft = join(dir, `${hash}.${this.nonce()}.tmp`);
      try {
        await this.disk.writeNew(draft, bytes);
        await this.disk.rename(draft, join(dir, hash));
      } catch (error) {
        await this.disk.remove(draft).catch(() => undefined);
        throw error;
      }
      await this.disk.syncDir(dir);
    });
  }

  async load(id: string, hash: string): Promise<Buffer | undefined> {
    if (!named.test(hash)) return undefined;
    const path = join(this.dirOf(id), 'output', hash);
    return orFault('read the output of a run', async () => {
      const size = (await this.disk.stat(path))?.size ?? 0;
      if (size > fileBytesMax) throw notOurs(path, size);
      return this.disk.readFile(path);
    });
  }
}

const notOurs = (path: string, size: number): Fault =>
  new Fault('STORE_FAILED', `The output kept of a run is ${size} bytes long, which Proctor never writes.`, {
    retry: false,
    fix: `Somebody else wrote ${path}: move it away.`,
  });
