/** Resources a client follows: told again whenever their session's journal grows, whoever wrote to it. */
import type { SessionEngine } from '../engine/port.js';
import { Fault } from '../store/fault.js';
import { readResource, sessionOf } from '../tools/resources.js';

/** A client that follows everything would keep every journal open. */
const subscriptionsMax = 100;

export class Subscriptions {
  readonly #following = new Map<string, AbortController>();

  constructor(
    private readonly engine: SessionEngine,
    private readonly notify: (uri: string) => Promise<void>,
  ) {}

  /** False where there is no such resource. */
  async add(uri: string): Promise<boolean> {
    const id = sessionOf(uri);
    if (id === undefined || (await readResource(this.engine, uri)) === undefined) return false;
    if (this.#following.has(uri)) return true;
    if (this.#following.size >= subscriptionsMax)
      throw new Error(`At most ${subscriptionsMax} resources are followed at once; unsubscribe from one first.`);
    const stop = new AbortController();
    this.#following.set(uri, stop);
    const { head } = await this.engine.query(id, { kind: 'overview' });
    void this.#follow(uri, id, Number.parseInt(head, 10), stop.signal);
    return true;
  }

  remove(uri: string): void {
    this.#following.get(uri)?.abort();
    this.#following.delete(uri);
  }

  close(): void {
    for (const uri of [...this.#following.keys()]) this.remove(uri);
  }

  async #follow(uri: string, id: string, after: number, signal: AbortSignal): Promise<void> {
    try {
      for await (const record of this.engine.tail(id, after, signal)) {
        if (signal.aborted) return;
        if (record.outcome === 'OK') await this.notify(uri);
      }
    } catch (error) {
      this.#following.delete(uri);
      if (error instanceof Fault && error.code === 'SHUTTING_DOWN') return;
      // The session was archived or the client is gone: nothing left to follow.
      process.stderr.write(`proctor: no longer following ${uri}: ${String(error)}\n`);
    }
  }
}
