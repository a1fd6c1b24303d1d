/** The tree as a list of lines: depth first, filtered; what a filter leaves out stays as the way to what it keeps. */
import type { SessionModel } from './model.js';
import type { NodeRow } from '../wire.js';

export interface Line {
  readonly row: NodeRow;
  readonly depth: number;
  /** Shown only because something below it is wanted. */
  readonly isWay: boolean;
  /** Its place among the siblings shown, from 1, and how many they are. */
  readonly place: number;
  readonly siblings: number;
  /** Null: nothing below it is to be shown. */
  readonly isOpen: boolean | null;
  /** How many are wanted below it and not shown, because it is folded. */
  readonly hidden: number;
}

export interface Filter {
  /** Found in id, title, agent or note. */
  readonly text: string;
  readonly hiddenStates: ReadonlySet<string>;
  /** Found in the agent's name. */
  readonly agent: string;
  readonly round: number | null;
  /** One of these codes; empty: whatever the warnings. */
  readonly warnings: ReadonlySet<string>;
}

export const noFilter: Filter = { text: '', hiddenStates: new Set(), agent: '', round: null, warnings: new Set() };

export const isFiltering = ({ text, hiddenStates, agent, round, warnings }: Filter): boolean =>
  text !== '' || hiddenStates.size > 0 || agent !== '' || round !== null || warnings.size > 0;

export type Wanted = ReadonlyMap<string, 'match' | 'way'>;

/** What a filter keeps, and the way to it; null where there is no filter. */
export function wantedBy({ nodes }: SessionModel, filter: Filter): Wanted | null {
  if (!isFiltering(filter)) return null;
  const wanted = new Map<string, 'match' | 'way'>();
  const [text, agent] = [filter.text.toLowerCase(), filter.agent.toLowerCase()];
  for (const row of nodes.values()) {
    if (!matches(row, filter, text, agent)) continue;
    wanted.set(row.id, 'match');
    for (let id = row.parent; id !== null && !wanted.has(id); id = nodes.get(id)?.parent ?? null) wanted.set(id, 'way');
  }
  return wanted;
}

export function matchesIn(wanted: Wanted): number {
  let count = 0;
  for (const want of wanted.values()) if (want === 'match') count += 1;
  return count;
}

function matches(row: NodeRow, { hiddenStates, round, warnings }: Filter, text: string, agent: string): boolean {
  if (hiddenStates.has(row.state)) return false;
  if (warnings.size > 0 && !row.warnings?.some((code) => warnings.has(code))) return false;
  if (round !== null && row.round !== round) return false;
  if (agent !== '' && !row.agent?.toLowerCase().includes(agent)) return false;
  return text === '' || [row.id, row.title, row.agent, row.note].some((each) => each?.toLowerCase().includes(text));
}

export function linesOf({ nodes, children }: SessionModel, wanted: Wanted | null, folded: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  const below = (id: string | null): readonly string[] => {
    const all = children.get(id) ?? [];
    return wanted ? all.filter((child) => wanted.has(child)) : all;
  };
  const countBelow = (ids: readonly string[]): number =>
    ids.reduce((sum, id) => sum + (wanted?.get(id) === 'way' ? 0 : 1) + countBelow(below(id)), 0);
  const walk = (ids: readonly string[], depth: number): void => {
    for (const [index, id] of ids.entries()) {
      const row = nodes.get(id);
      if (!row) continue;
      const inside = below(id);
      const isOpen = inside.length === 0 ? null : !folded.has(id);
      const hidden = isOpen === false ? countBelow(inside) : 0;
      const isWay = wanted?.get(id) === 'way';
      lines.push({ row, depth, isWay, place: index + 1, siblings: ids.length, isOpen, hidden });
      if (isOpen === true) walk(inside, depth + 1);
    }
  };
  walk(below(null), 0);
  return lines;
}
