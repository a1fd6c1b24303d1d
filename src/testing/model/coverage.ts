/** Counts what was reached through MCP against what there is, and names what was not. */
import { guardedName, refusalName, transitionName, type ChartEdges } from './chart-edges.js';

export interface CoverageRow {
  readonly chart: string;
  readonly states: string;
  readonly transitions: string;
  readonly refusals: string;
  readonly paths: number;
  readonly seconds: number;
}

export class ChartCoverage {
  readonly #reached = new Set<string>();
  /** Rows of the hand-written table that were walked. */
  readonly rows = new Set<string>();
  paths = 0;
  seconds = 0;

  /** `unreachable` are edges no call can ever come to; each must be explained where it is listed. */
  constructor(
    readonly edges: ChartEdges,
    readonly unreachable: readonly string[] = [],
  ) {}

  inState(state: string): void {
    this.#reached.add(state);
  }

  /** `guard` tells edges apart that are the same but for it. */
  took(from: string, event: string, to: string, guard?: string): void {
    this.inState(to);
    this.#reached.add(transitionName(from, event, to)).add(guardedName(from, event, to, guard));
  }

  refused(from: string, event: string, codes: readonly string[]): void {
    for (const code of codes) this.#reached.add(refusalName(from, event, code));
  }

  /** Everything the chart has and nobody came to, and everything thought unreachable that somebody came to. */
  missing(): string[] {
    const { states, transitions, refusals } = this.edges;
    const left = [...states, ...transitions, ...refusals].filter((each) => !this.#reached.has(each));
    const unexplained = left.filter((each) => !this.unreachable.includes(each));
    return [
      ...unexplained,
      ...this.unreachable.filter((each) => !left.includes(each)).map((each) => `reached: ${each}`),
    ];
  }

  row(): CoverageRow {
    const { chart, states, transitions, refusals } = this.edges;
    const share = (all: readonly string[]) => {
      const reachable = all.filter((each) => !this.unreachable.includes(each));
      return `${reachable.filter((each) => this.#reached.has(each)).length}/${reachable.length}`;
    };
    return {
      chart,
      states: share(states),
      transitions: share(transitions),
      refusals: share(refusals),
      paths: this.paths,
      seconds: this.seconds,
    };
  }
}
