/**
 * So many at a time for each work tree. A repository in which git waits for something holds up calls about itself, and
 * neither fills the machine with processes nor keeps other projects waiting.
 */

export class Turns {
  readonly #places = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly runningMax: number) {}

  /** Runs `work` when there is room; gives up with what `tooLate` makes where there is none within the time. */
  async take<T>(key: string, waitMsMax: number, work: () => Promise<T>, tooLate: () => Error): Promise<T> {
    const place = this.#places.get(key) ?? { running: 0, waiting: [] };
    this.#places.set(key, place);
    if (place.running >= this.runningMax) await wait(place.waiting, waitMsMax, tooLate);
    else place.running += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = place.waiting.shift();
      if (next) next();
      else place.running -= 1;
      if (place.running === 0) this.#places.delete(key);
    }
  }
}

async function wait(waiting: (() => void)[], msMax: number, tooLate: () => Error): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(tooLate());
    }, msMax);
    waiting.push(go);
  });
}
