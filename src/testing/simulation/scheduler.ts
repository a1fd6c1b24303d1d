/**
 * Decides whose turn it is. Every step a simulated process takes on its disk waits here; one waiting step at a time is
 * let go, by chance, so that all the interleavings of several processes can happen and a seed brings one of them back.
 */
import type { Random } from './random.js';

/** One process from its start to its end. What it still waits for when it ends never happens. */
export class Life {
  alive = true;
  /** It has claimed an agent, and the record that says so is not durable yet. */
  hasClaimed = false;

  constructor(readonly name: string) {}
}

interface Waiting {
  readonly life: Life;
  readonly what: string;
  readonly go: () => void;
}

/** Until every promise that can be settled now is: nothing but microtasks happens between two steps. */
export const quiet = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

export class Scheduler {
  readonly #random: Random;
  readonly #trace: (line: string) => void;
  readonly #waiting: Waiting[] = [];
  steps = 0;

  constructor(random: Random, trace: (line: string) => void) {
    this.#random = random;
    this.#trace = trace;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  pause(life: Life, what: string): Promise<void> {
    return new Promise((go) => this.queue(life, what, go));
  }

  queue(life: Life, what: string, go: () => void): void {
    if (life.alive) this.#waiting.push({ life, what, go });
  }

  /** Lets one of those who wait go on, and says with what. */
  step(): string {
    const at = this.#random.below(this.#waiting.length);
    const next = this.#waiting[at];
    const last = this.#waiting.pop();
    if (next === undefined || last === undefined) return '';
    if (next !== last) this.#waiting[at] = last;
    this.steps += 1;
    this.#trace(`${next.life.name} ${next.what}`);
    next.go();
    return next.what;
  }

  end(life: Life): void {
    life.alive = false;
    const others = this.#waiting.filter((waiting) => waiting.life !== life);
    this.#waiting.splice(0, this.#waiting.length, ...others);
  }
}
