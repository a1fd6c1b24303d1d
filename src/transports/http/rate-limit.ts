/** A bucket of calls for each caller, filled at a steady rate: a runaway loop is slowed, the others are not. */

/** Callers are forgotten beyond this, the one heard longest ago first; a full bucket and none are the same. */
const callersMax = 10_000;

interface Bucket {
  calls: number;
  atMs: number;
}

export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perMs: number;
  readonly #callsMax: number;

  /** Twice a second's worth may come at once. */
  constructor(perSecond: number) {
    this.#perMs = perSecond / 1000;
    this.#callsMax = Math.max(1, perSecond * 2);
  }

  /** 0 if so many calls may go on, else how many milliseconds to wait. */
  take(caller: string, nowMs: number, count = 1): number {
    const known = this.#buckets.get(caller) ?? { calls: this.#callsMax, atMs: nowMs };
    const gained = Math.max(0, nowMs - known.atMs) * this.#perMs;
    const calls = Math.min(this.#callsMax, known.calls + gained);
    this.#keep(caller, { calls: calls >= count ? calls - count : calls, atMs: nowMs });
    return calls >= count ? 0 : Math.ceil((count - calls) / this.#perMs);
  }

  #keep(caller: string, bucket: Bucket): void {
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > callersMax && oldest !== undefined) this.#buckets.delete(oldest);
  }
}
