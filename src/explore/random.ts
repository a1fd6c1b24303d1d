/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #at: number;

  constructor(seed: number) {
    this.#at = seed >>> 0;
  }

  /** From 0 up to, and without, `max`. */
  below(max: number): number {
    this.#at = (this.#at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#at ^ (this.#at >>> 15), this.#at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, max);
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}
