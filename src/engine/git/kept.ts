/**
 * What was made of git's own words and can never become another: kept by a name that is a hash of what it was made from,
 * as much of it as fits, the longest unused let go first. Nothing that a file on the disk could change belongs here.
 */

export class Kept<T> {
  readonly #found = new Map<string, T>();
  #size = 0;

  constructor(
    private readonly sizeMax: number,
    private readonly sizeOf: (value: T) => number,
  ) {}

  get(name: string): T | undefined {
    const value = this.#found.get(name);
    if (value === undefined) return undefined;
    // A map keeps the order in which it was filled.
    this.#found.delete(name);
    this.#found.set(name, value);
    return value;
  }

  keep(name: string, value: T): void {
    const size = this.sizeOf(value);
    if (this.#found.has(name) || size > this.sizeMax) return;
    this.#found.set(name, value);
    this.#size += size;
    for (const [oldest, old] of this.#found) {
      if (this.#size <= this.sizeMax) return;
      this.#found.delete(oldest);
      this.#size -= this.sizeOf(old);
    }
  }
}
