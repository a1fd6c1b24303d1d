/** Output of runs: one file each, named by its hash, beside the journal that names it. */
import { join } from 'node:path';
import type { Disk } from './disk.js';
import { codeOf } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { orFault } from './fault.js';

const named = /^[0-9a-f]{64}$/;

export class RunOutput {
  constructor(
    private readonly disk: Disk,
    private readonly dirOf: (id: string) => string,
  ) {}

  /** The same output twice is one file. */
  async save(id: string, hash: string, bytes: Uint8Array): Promise<void> {
    await orFault('keep the output of a run', async () => {
      const dir = join(this.dirOf(id), 'output');
      await makeDurableDir(this.disk, dir);
      try {
        await this.disk.writeNew(join(dir, hash), bytes);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      await this.disk.syncDir(dir);
    });
  }

  async load(id: string, hash: string): Promise<Buffer | undefined> {
    if (!named.test(hash)) return undefined;
    return orFault('read the output of a run', () => this.disk.readFile(join(this.dirOf(id), 'output', hash)));
  }
}
