/** The outline: one line a node, drawn only where it is in sight, so that 5,000 of them cost what thirty do. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StateLook } from '../wire.js';
import type { Line } from './rows.js';
import { Glyph } from './glyph.js';

const rowHeight = 30;
/** Drawn beyond what is in sight, so that scrolling shows no gap. */
const spare = 8;

interface TreeProps {
  readonly lines: readonly Line[];
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly selected: string | null;
  /** Changed by the last entry. */
  readonly fresh: ReadonlySet<string>;
  readonly onSelect: (id: string) => void;
}

export function Tree({ lines, looks, selected, fresh, onSelect }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const index = lines.findIndex(({ row }) => row.id === selected);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      setView({ top: element.scrollTop, height: element.clientHeight });
    };
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  // What is chosen by key or link is brought into sight.
  useEffect(() => {
    const element = box.current;
    if (!element || index < 0) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  }, [selected]);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const last = Math.min(lines.length, Math.ceil((view.top + view.height) / rowHeight) + spare);
  return (
    <div
      class="tree"
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label="Nodes"
      aria-activedescendant={index >= first && index < last ? `row-${index}` : undefined}
    >
      <div class="tree-all" style={{ height: `${lines.length * rowHeight}px` }} role="presentation">
        {lines.slice(first, last).map((line, offset) => (
          <Row
            key={line.row.id}
            {...{ line, looks, onSelect }}
            index={first + offset}
            count={lines.length}
            isSelected={line.row.id === selected}
            isFresh={fresh.has(line.row.id)}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps extends Pick<TreeProps, 'looks' | 'onSelect'> {
  readonly line: Line;
  readonly index: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
}

const Row = ({ line: { row, depth, isWay }, index, count, looks, isSelected, isFresh, onSelect }: RowProps) => (
  <div
    id={`row-${index}`}
    class={`row ${row.state} ${isWay ? 'way' : ''} ${isFresh ? 'new' : ''}`}
    role="treeitem"
    aria-level={depth + 1}
    aria-posinset={index + 1}
    aria-setsize={count}
    aria-selected={isSelected}
    style={{ top: `${index * rowHeight}px`, '--d': depth }}
    onClick={() => {
      onSelect(row.id);
    }}
  >
    {Array.from({ length: depth }, (_, level) => (
      <i class="guide" style={{ left: `${16 + level * 17}px` }} />
    ))}
    <Glyph look={looks.get(row.state)} state={row.state} />
    <span class="id">{row.id}</span>
    <span class="title" title={row.title}>
      {row.title}
    </span>
    {row.warnings?.length ? (
      <span class="warned" title={row.warnings.join(', ')}>
        ▲ {row.warnings[0]}
      </span>
    ) : row.note ? (
      <span class="note">{row.note}</span>
    ) : null}
  </div>
);
