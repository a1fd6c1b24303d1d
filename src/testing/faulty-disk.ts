/**
 * A real disk that fails where a test tells it to. Each fault strikes once, at the next call of its kind; everything
 * else goes through to the files beneath.
 */
import type { Disk, DiskFile } from '../store/disk.js';

export class FaultyDisk {
  /** Hand this to the store. */
  readonly disk: Disk;
  /** Calls so far, by kind and in order, for tests that count what an operation costs. */
  readonly calls: string[] = [];
  #shortAppendBytes: number | undefined;
  readonly #errors = new Map<string, string>();

  constructor(beneath: Disk) {
    this.disk = {
      openAppend: async (path, options) => {
        const file = await this.#through('openAppend', () => beneath.openAppend(path, options));
        return file && this.#watch(file);
      },
      readFile: (path) => this.#through('readFile', () => beneath.readFile(path)),
      readPastCache: (path) => this.#through('readPastCache', () => beneath.readPastCache(path)),
      dropCache: (path) => this.#through('dropCache', () => beneath.dropCache(path)),
      writeNew: (path, bytes) => this.#through('writeNew', () => beneath.writeNew(path, bytes)),
      rename: (from, to) => this.#through('rename', () => beneath.rename(from, to)),
      remove: (path) => this.#through('remove', () => beneath.remove(path)),
      removeTree: (path) => this.#through('removeTree', () => beneath.removeTree(path)),
      makeDir: (path) => this.#through('makeDir', () => beneath.makeDir(path)),
      syncDir: (path) => this.#through('syncDir', () => beneath.syncDir(path)),
      list: (dir) => this.#through('list', () => beneath.list(dir)),
      stat: (path) => this.#through('stat', () => beneath.stat(path)),
      statAll: (paths) => this.#through('statAll', () => beneath.statAll(paths)),
    };
  }

  /** The next append writes only this many bytes. */
  shortenAppend(bytes: number): void {
    this.#shortAppendBytes = bytes;
  }

  /** The next call of this kind does nothing and fails with this code. */
  fail(call: keyof Disk | keyof DiskFile, code: string): void {
    this.#errors.set(call, code);
  }

  #watch(file: DiskFile): DiskFile {
    return {
      id: file.id,
      append: (bytes) => this.#through('append', () => file.append(this.#shortened(bytes))),
      read: (offset, length) => this.#through('read', () => file.read(offset, length)),
      size: () => this.#through('size', () => file.size()),
      datasync: () => this.#through('datasync', () => file.datasync()),
      close: () => this.#through('close', () => file.close()),
    };
  }

  #shortened(bytes: Uint8Array): Uint8Array {
    const kept = bytes.subarray(0, this.#shortAppendBytes);
    this.#shortAppendBytes = undefined;
    return kept;
  }

  async #through<T>(call: string, step: () => Promise<T>): Promise<T> {
    this.calls.push(call);
    const code = this.#errors.get(call);
    this.#errors.delete(call);
    if (code !== undefined) throw Object.assign(new Error(`${code}: injected, ${call}`), { code });
    return step();
  }
}
