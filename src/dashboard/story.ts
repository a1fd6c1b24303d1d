/** What is told of a node or a ticket from record to record: each version holds only what became different. */
import type { FileStory, FileVersion } from './wire.js';

export class Story<T extends object, Line extends { readonly seq: number }, Move> {
  readonly #versions: FileVersion<T>[] = [];
  readonly #history: Line[] = [];
  #last: Partial<T> = {};

  /** How it is after a record, with its history so far. */
  tell(seq: number, value: T, history: readonly Line[]): void {
    const told = this.#history.at(-1)?.seq ?? 0;
    this.#history.push(...history.filter((line) => line.seq > told));
    const set = Object.fromEntries(
      Object.entries(value).filter(([key, each]) => !isSame(each, this.#last[key as keyof T])),
    ) as Partial<T>;
    const unset = Object.keys(this.#last).filter((key) => !(key in value));
    if (Object.keys(set).length + unset.length === 0) return;
    this.#versions.push({ seq, set, ...(unset.length > 0 ? { unset } : {}) });
    this.#last = value;
  }

  goes(seq: number): void {
    this.#versions.push({ seq, set: {}, gone: true });
    this.#last = {};
  }

  /** With what is possible after the last record. */
  ended(moves: readonly Move[]): FileStory<T, Line, Move> {
    return { versions: this.#versions, history: this.#history, moves };
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
