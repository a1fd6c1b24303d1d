/** A clock that stands still until a test moves it, shared by processes through a file that holds the time. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export class FileClock {
  constructor(readonly file: string) {}

  readonly now = (): number => Number(readFileSync(this.file, 'utf8'));

  /** In one step: a reader must never find half a number. */
  set(ms: number): void {
    writeFileSync(`${this.file}.next`, String(ms));
    renameSync(`${this.file}.next`, this.file);
  }
}
