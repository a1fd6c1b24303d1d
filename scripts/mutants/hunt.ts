/** Puts one mutant in force and asks the tests that reach it, the likeliest first, until one notices. */
import type { Coverage, UnitTest } from './coverage.js';
import { isEndToEnd } from './end-to-end.js';
import type { Lane } from './lane.js';
import type { Mutant } from './mutant.js';

export type Fate =
  | { readonly fate: 'killed'; readonly by: string }
  | { readonly fate: 'survived'; readonly asked: number; readonly left: number }
  | { readonly fate: 'unreached' };

const testMs = (test: UnitTest) => 5_000 + 10 * test.ms;
const alwaysAsked = 25;
/** After so many answers a worker is replaced: mutants leave things open. */
const answersMax = 1_500;

export class Hunt {
  readonly #lane: Lane;
  readonly #coverage: Coverage;
  readonly #budgetMs: number;
  readonly #unfit = new Set<string>();
  readonly #recent = new Map<string, UnitTest[]>();
  #answers = 0;

  constructor(lane: Lane, coverage: Coverage, budgetMs: number) {
    this.#lane = lane;
    this.#coverage = coverage;
    this.#budgetMs = budgetMs;
  }

  async fateOf(id: number, mutant: Mutant): Promise<Fate> {
    const running = this.#inOrder(this.#coverage.byTest.get(id) ?? [], mutant.file);
    const loading = this.#inOrder(this.#coverage.byLoading.get(id) ?? [], mutant.file);
    if (running.length + loading.length === 0) return { fate: 'unreached' };
    const asked = this.#within(running);
    for (const test of asked) {
      const by = await this.#killer(id, test);
      if (by === undefined) continue;
      const others = (this.#recent.get(mutant.file) ?? []).filter((other) => other !== test);
      this.#recent.set(mutant.file, [test, ...others].slice(0, 12));
      return { fate: 'killed', by };
    }
    // Only those nearest to it: each of these is a process of its own.
    const alone = running.length === 0 ? this.#within(loading).slice(0, 40) : [];
    const by = alone.length > 0 ? await this.#killerFromTheStart(id, alone) : undefined;
    if (by !== undefined) return { fate: 'killed', by };
    const all = running.length > 0 ? running : loading;
    const count = running.length > 0 ? asked.length : alone.length;
    return { fate: 'survived', asked: count, left: all.length - count };
  }

  /**
   * Those that noticed others of this file, then those next to it, then a quick one of every other file, then the next
   * of every file: where one test of a file does not see it, its neighbours seldom do. End-to-end tests come last.
   */
  #inOrder(tests: readonly UnitTest[], file: string): UnitTest[] {
    const recent = this.#recent.get(file) ?? [];
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const near = `${file.slice(0, -'.ts'.length)}.test.ts`;
    const turns = new Map<string, number>();
    const rank = (test: UnitTest): number => {
      const place = recent.findIndex((other) => other.file === test.file && other.index === test.index);
      if (place >= 0) return place - recent.length;
      if (test.file === near) return 0;
      const turn = turns.get(test.file) ?? 0;
      turns.set(test.file, turn + 1);
      return 1 + turn + (test.file.startsWith(folder) ? 0 : 0.5) + (isEndToEnd(test.file) ? 1_000 : 0);
    };
    return tests
      .filter((test) => !this.#unfit.has(nameOf(test)))
      .sort((a, b) => a.ms - b.ms)
      .map((test) => ({ test, rank: rank(test) }))
      .sort((a, b) => a.rank - b.rank || a.test.ms - b.test.ms)
      .map(({ test }) => test);
  }

  /** The first few whatever they take: on a busy machine all of them seem long. */
  #within(tests: readonly UnitTest[]): UnitTest[] {
    let left = this.#budgetMs;
    return tests.filter(({ ms }, at) => {
      left -= ms;
      return at < alwaysAsked || left > 0;
    });
  }

  async #killer(id: number, test: UnitTest): Promise<string | undefined> {
    const error = await this.#errorWith(id, test);
    if (error === undefined) return undefined;
    // Another mutant may have spoilt the process: the same test must pass there without this one.
    if (error !== 'hangs' && error !== 'died' && (await this.#errorWith(-1, test)) === undefined) return nameOf(test);
    await this.#lane.restart();
    if ((await this.#errorWith(-1, test)) !== undefined) {
      this.#unfit.add(nameOf(test));
      await this.#lane.restart();
      return undefined;
    }
    const again = await this.#errorWith(id, test);
    await this.#lane.restart();
    return again === undefined ? undefined : `${nameOf(test)}${again === 'hangs' ? ' (hangs)' : ''}`;
  }

  async #killerFromTheStart(id: number, tests: readonly UnitTest[]): Promise<string | undefined> {
    await this.#lane.restart(id);
    let by: UnitTest | undefined;
    for (const test of tests) if (!by && (await this.#errorWith(id, test)) !== undefined) by = test;
    await this.#lane.restart();
    return by && nameOf(by);
  }

  async #errorWith(mutant: number, test: UnitTest): Promise<string | undefined> {
    this.#answers += 1;
    if (this.#answers % answersMax === 0) await this.#lane.restart();
    const answer = await this.#lane.ask({ ask: 'run', file: test.file, test: test.index, mutant }, testMs(test));
    if (typeof answer === 'string') return answer;
    return 'error' in answer ? answer.error : 'gave no answer';
  }
}

function nameOf({ file, name }: UnitTest): string {
  return `${file.slice(file.lastIndexOf('/') + 1)}: ${name}`;
}
