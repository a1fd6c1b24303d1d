/**
 * A real disk as Linux has it after a failed sync: what the sync should have kept is still shown, is not on the disk, and
 * no later sync brings it there. A crash, or dropping the cache, puts zeros in its place.
 */
import { open } from 'node:fs/promises';
import type { Disk, DiskFile } from '../store/disk.js';

interface Range {
  readonly from: number;
  readonly to: number;
}

export class ForgetfulDisk {
  /** Hand this to the store. */
  readonly disk: Disk;
  /** Whether the cache of a file can be dropped; otherwise the memory stays until the machine ends. */
  canDrop = true;
  /** Whether anybody can be told what the disk holds. */
  canCompare = true;
  readonly #lost = new Map<string, Range[]>();
  readonly #durable = new Map<string, number>();
  #failing: string | undefined;

  constructor(beneath: Disk) {
    this.disk = {
      ...beneath,
      openAppend: async (path, options) => {
        const file = await beneath.openAppend(path, options);
        return file && this.#watch(path, file);
      },
      readPastCache: async (path) => {
        if (!this.canCompare) throw Object.assign(new Error('ENOTSUP'), { code: 'ENOTSUP' });
        const bytes = (await beneath.readFile(path)) ?? Buffer.alloc(0);
        for (const { from, to } of this.#lost.get(path) ?? []) bytes.fill(0, from, to);
        return bytes;
      },
      dropCache: async (path) => {
        if (this.canDrop) await this.#forget(path);
      },
    };
  }

  /** The next sync of a file whose path ends so fails. */
  failSync(ending: string): void {
    this.#failing = ending;
  }

  /** The disk no longer has the byte that it once kept; memory still shows it. */
  lose(path: string, at: number): void {
    this.#lost.set(path, [...(this.#lost.get(path) ?? []), { from: at, to: at + 1 }]);
  }

  /** The machine ends: only what is on the disk is left. */
  async crash(): Promise<void> {
    for (const path of this.#lost.keys()) await this.#forget(path);
  }

  #watch(path: string, file: DiskFile): DiskFile {
    return {
      id: file.id,
      append: (bytes) => file.append(bytes),
      read: (offset, length) => file.read(offset, length),
      size: () => file.size(),
      close: () => file.close(),
      datasync: async () => {
        const to = await file.size();
        const from = this.#durable.get(path) ?? 0;
        this.#durable.set(path, to);
        if (this.#failing === undefined || !path.endsWith(this.#failing)) return file.datasync();
        this.#failing = undefined;
        this.#lost.set(path, [...(this.#lost.get(path) ?? []), { from, to }]);
        throw Object.assign(new Error('EIO: injected, fdatasync'), { code: 'EIO' });
      },
    };
  }

  async #forget(path: string): Promise<void> {
    const handle = await open(path, 'r+');
    for (const { from, to } of this.#lost.get(path) ?? [])
      await handle.write(Buffer.alloc(to - from), 0, to - from, from);
    await handle.close();
    this.#lost.delete(path);
  }
}
