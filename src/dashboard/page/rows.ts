/** The tree as a list of lines: depth first, filtered; what a filter leaves out stays as the way to what it keeps. */
import type { SessionModel } from './model.js';
import type { NodeRow } from '../wire.js';

export interface Line {
  readonly row: NodeRow;
  readonly depth: number;
  /** Shown only because something below it is wanted. */
  readonly isWay: boolean;
}

export interface Filter {
  /** Found in id, title, agent or note. */
  readonly text: string;
  readonly hiddenStates: ReadonlySet<string>;
  readonly round: number | null;
  readonly onlyWarned: boolean;
}

export const noFilter: Filter = { text: '', hiddenStates: new Set(), round: null, onlyWarned: false };

export const isFiltering = ({ text, hiddenStates, round, onlyWarned }: Filter): boolean =>
  text !== '' || hiddenStates.size > 0 || round !== null || onlyWarned;

export function linesOf(model: SessionModel, filter: Filter, folded: ReadonlySet<string>): Line[] {
  const wanted = isFiltering(filter) ? wantedBy(model, filter) : undefined;
  const lines: Line[] = [];
  const walk = (parent: string | null, depth: number): void => {
    for (const id of model.children.get(parent) ?? []) {
      const row = model.nodes.get(id);
      const want = wanted?.get(id);
      if (!row || (wanted && want === undefined)) continue;
      lines.push({ row, depth, isWay: want === 'way' });
      if (!folded.has(id)) walk(id, depth + 1);
    }
  };
  walk(null, 0);
  return lines;
}

function wantedBy({ nodes }: SessionModel, filter: Filter): Map<string, 'match' | 'way'> {
  const wanted = new Map<string, 'match' | 'way'>();
  const text = filter.text.toLowerCase();
  for (const row of nodes.values()) {
    if (!matches(row, filter, text)) continue;
    wanted.set(row.id, 'match');
    for (let id = row.parent; id !== null && !wanted.has(id); id = nodes.get(id)?.parent ?? null) wanted.set(id, 'way');
  }
  return wanted;
}

function matches(row: NodeRow, { hiddenStates, round, onlyWarned }: Filter, text: string): boolean {
  if (hiddenStates.has(row.state) || (onlyWarned && !row.warnings?.length)) return false;
  if (round !== null && !row.id.startsWith(`R${round}.`)) return false;
  return text === '' || [row.id, row.title, row.agent, row.note].some((each) => each?.toLowerCase().includes(text));
}
