/** The outline being looked at: its filter, what is folded, and moving along its lines. */
import { useMemo, useState } from 'preact/hooks';
import type { SessionModel } from './model.js';
import { linesOf, noFilter, wantedBy, type Filter, type Line, type Wanted } from './rows.js';

export interface Outline {
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  /** What the filter keeps; null without one. */
  readonly wanted: Wanted | null;
  readonly lines: readonly Line[];
  /** The node chosen; null where there is none. */
  readonly node: string | null;
  /** Chosen and in sight: what it lies in is unfolded. */
  readonly chooseNode: (id: string) => void;
  readonly fold: (id: string, isFolded: boolean) => void;
  /** To the next line, or the one before. */
  readonly step: (by: 1 | -1) => void;
  readonly toEnd: (end: 'first' | 'last') => void;
  /** Unfolds; where it is unfolded, goes to the first inside. */
  readonly inward: () => void;
  /** Folds; where there is nothing to fold, goes to what it lies in. */
  readonly outward: () => void;
}

export function useOutline(model: SessionModel, chosen: string | null, choose: (id: string) => void): Outline {
  const [filter, setFilter] = useState(noFilter);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const wanted = useMemo(() => wantedBy(model, filter), [model, filter]);
  const lines = useMemo(() => linesOf(model, wanted, folded), [model, wanted, folded]);
  // Until one is chosen, it is followed what happens.
  const node = chosen ?? model.lastNode ?? lines[0]?.row.id ?? null;
  const index = useMemo(() => lines.findIndex(({ row }) => row.id === node), [lines, node]);
  const line = lines[index];

  const chooseNode = (id: string) => {
    const around = aroundOf(model, id).filter((each) => folded.has(each));
    if (around.length > 0) setFolded(new Set([...folded].filter((each) => !around.includes(each))));
    choose(id);
  };
  const toLine = (to: number) => {
    const next = lines[Math.max(0, Math.min(lines.length - 1, to))];
    if (next) choose(next.row.id);
  };
  const fold = (id: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(id);
    else next.delete(id);
    setFolded(next);
    // What is chosen stays in sight: folded away, it hands over to what it lies in.
    if (isFolded && node !== null && aroundOf(model, node).includes(id)) choose(id);
  };
  return {
    ...{ filter, setFilter, wanted, lines, node, chooseNode, fold },
    step: (by) => {
      toLine(index + by);
    },
    toEnd: (end) => {
      toLine(end === 'first' ? 0 : lines.length - 1);
    },
    inward: () => {
      if (line?.isOpen === false) fold(line.row.id, false);
      else if (line?.isOpen === true) toLine(index + 1);
    },
    outward: () => {
      if (line?.isOpen === true) fold(line.row.id, true);
      else if (line?.row.parent) choose(line.row.parent);
    },
  };
}

/** What a node lies in, from the nearest. */
export function aroundOf({ nodes }: SessionModel, id: string): string[] {
  const around: string[] = [];
  for (let parent = nodes.get(id)?.parent ?? null; parent !== null; parent = nodes.get(parent)?.parent ?? null)
    around.push(parent);
  return around;
}
