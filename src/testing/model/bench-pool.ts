/** Several benches side by side: what is walked waits for commands most of the time. */
import { TicketBench } from './ticket-bench.js';

export class BenchPool {
  readonly #free: TicketBench[];
  readonly #queue: ((bench: TicketBench) => void)[] = [];

  private constructor(readonly benches: readonly TicketBench[]) {
    this.#free = [...benches];
  }

  static async open(count: number): Promise<BenchPool> {
    return new BenchPool(await Promise.all(Array.from({ length: count }, async () => TicketBench.open())));
  }

  /** On the first bench that is free; in the order they were asked for. */
  async run<T>(work: (bench: TicketBench) => Promise<T>): Promise<T> {
    const bench = this.#free.pop() ?? (await new Promise<TicketBench>((take) => this.#queue.push(take)));
    try {
      return await work(bench);
    } finally {
      const next = this.#queue.shift();
      if (next) next(bench);
      else this.#free.push(bench);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.benches.map(async (bench) => bench.close()));
  }
}
