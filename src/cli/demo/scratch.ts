/** Temporary directories that are gone when the demo is over, however it ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Scratch {
  readonly #dirs = new Set<string>();
  readonly #atExit = () => this.#remove();
  /** A terminal that is closed ends a process without an exit. */
  readonly #atHangUp = () => process.exit(129);

  constructor() {
    process.once('exit', this.#atExit).once('SIGHUP', this.#atHangUp);
  }

  make(name: string): string {
    const dir = mkdtempSync(join(tmpdir(), `${name}-`));
    this.#dirs.add(dir);
    return dir;
  }

  keep(dir: string): void {
    this.#dirs.delete(dir);
  }

  close(): void {
    this.#remove();
    process.off('exit', this.#atExit).off('SIGHUP', this.#atHangUp);
  }

  /** Synchronous: nothing else runs any more while a process exits. */
  #remove(): void {
    for (const dir of this.#dirs) rmSync(dir, { recursive: true, force: true });
    this.#dirs.clear();
  }
}
