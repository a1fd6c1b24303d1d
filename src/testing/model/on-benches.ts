/** Walks and scenes of a model test on benches: begun together, so that no bench is idle; each test waits for its own. */
import assert from 'node:assert';
import { BenchPool } from './bench-pool.js';
import type { TicketBench } from './ticket-bench.js';

export const timeoutMs = 240_000;
const benchesCount = 2;

class Walks {
  readonly #walks = new Map<string, Promise<unknown>>();
  readonly #scenes = new Map<string, Promise<readonly string[]>>();

  constructor(private readonly pool: BenchPool) {}

  begin<Path>(name: string, paths: readonly Path[], go: (bench: TicketBench, path: Path) => Promise<void>): void {
    const walked = Promise.all(paths.map(async (path) => this.pool.run(async (bench) => go(bench, path))));
    this.#walks.set(name, toldLater(walked));
  }

  /** Gives the codes that were met. */
  beginScene(name: string, play: (bench: TicketBench) => Promise<readonly string[]>): void {
    this.#scenes.set(name, toldLater(this.pool.run(play)));
  }

  async over(name: string): Promise<void> {
    await (this.#walks.get(name) ?? assert.fail(`${name} was never begun`));
  }

  async codesOf(name: string): Promise<readonly string[]> {
    return this.#scenes.get(name) ?? assert.fail(`${name} was never begun`);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#walks.values(), ...this.#scenes.values()]);
    await this.pool.close();
  }
}

/** Whoever waits for it is told what went wrong; until then nobody is. */
function toldLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** For a whole test file; what it gives is there once its tests run. */
export function onBenches(begin: (walks: Walks) => void): () => Walks {
  let walks: Walks;
  beforeAll(async () => {
    walks = new Walks(await BenchPool.open(benchesCount));
    begin(walks);
  }, timeoutMs);
  afterAll(async () => walks.close(), timeoutMs);
  return () => walks;
}
