/** Answers given lately, by request id, so that a repeated request rarely needs a replay. */
import type { Outcome } from './port.js';

const answersMax = 1000;

interface Given {
  readonly payload: string;
  readonly outcome: Outcome;
}

export class Answers {
  readonly #given = new Map<string, Given>();

  find(sessionId: string, requestId: string | undefined): Given | undefined {
    return requestId === undefined ? undefined : this.#given.get(`${sessionId}/${requestId}`);
  }

  keep(sessionId: string, requestId: string | undefined, given: Given): void {
    if (requestId === undefined) return;
    this.#given.set(`${sessionId}/${requestId}`, given);
    const oldest = this.#given.size > answersMax ? this.#given.keys().next().value : undefined;
    if (oldest !== undefined) this.#given.delete(oldest);
  }
}
