/** What is kept of rows on the way through them: the rows themselves are let go. */
import type { Contents } from './fits.js';
import type { RowsRead } from './rows.js';

export class Tally {
  readonly #tools = new Map<string, number>();
  #prompt: string | undefined;
  #bornAt: number | undefined;
  #lastAt: number | undefined;

  get hasPrompt(): boolean {
    return this.#prompt !== undefined;
  }

  get hasTools(): boolean {
    return this.#tools.size > 0;
  }

  /** Further ones are added to the first. */
  prompt(text: string): void {
    this.#prompt = this.#prompt === undefined ? text : `${this.#prompt}\n${text}`;
  }

  tools(names: readonly string[]): void {
    for (const name of names) this.#tools.set(name, (this.#tools.get(name) ?? 0) + 1);
  }

  time(at: number | undefined): void {
    if (at === undefined) return;
    this.#bornAt = Math.min(at, this.#bornAt ?? at);
    this.#lastAt = Math.max(at, this.#lastAt ?? at);
  }

  contents({ fault }: Pick<RowsRead, 'fault'>, faults: readonly string[] = []): Contents {
    return {
      prompt: this.#prompt,
      tools: this.#tools,
      bornAt: this.#bornAt,
      lastAt: this.#lastAt,
      isPart: fault !== undefined,
      faults: [...faults, ...(fault === undefined ? [] : [fault])],
    };
  }
}
