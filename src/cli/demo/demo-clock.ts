/** The demo's time: what its agents do takes them minutes that nobody who watches has to wait for. */
export class DemoClock {
  #ahead: number;

  /** As much earlier as all that is to pass: at the end it is now. */
  constructor(secondsToPass: number) {
    this.#ahead = -secondsToPass * 1000;
  }

  readonly now = (): number => Date.now() + this.#ahead;

  pass(seconds: number): void {
    this.#ahead = Math.min(0, this.#ahead + seconds * 1000);
  }
}
