/** What a tree can be filtered by, and how often each occurs. */
import type { SessionModel } from './model.js';

export interface Facets {
  readonly states: ReadonlyMap<string, number>;
  readonly warnings: ReadonlyMap<string, number>;
  readonly rounds: readonly number[];
  /** Nodes with a warning of any kind. */
  readonly warned: number;
}

export function facetsOf({ nodes }: SessionModel): Facets {
  const states = new Map<string, number>();
  const warnings = new Map<string, number>();
  const rounds = new Set<number>();
  let warned = 0;
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const row of nodes.values()) {
    count(states, row.state);
    rounds.add(row.round);
    if (row.warnings) warned += 1;
    for (const code of row.warnings ?? []) count(warnings, code);
  }
  return { states, warnings, rounds: [...rounds].sort((a, b) => a - b), warned };
}

/** Some of the agents whose name has a text in it: a list of all would be as long as the tree. */
export function agentsLike({ nodes }: SessionModel, text: string, max: number): string[] {
  const wanted = text.toLowerCase();
  const found = new Set<string>();
  for (const { agent } of nodes.values()) {
    if (agent?.toLowerCase().includes(wanted)) found.add(agent);
    if (found.size === max) break;
  }
  return [...found].sort();
}
