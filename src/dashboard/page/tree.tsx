/** The outline: one line a node, drawn only where it is in sight, so that 5,000 of them cost what thirty do. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StateLook } from '../wire.js';
import type { Line } from './rows.js';
import { Glyph } from './glyph.js';

const rowHeight = 30;
const indent = 17;
/** Drawn beyond what is in sight, so that scrolling shows no gap. */
const spare = 8;

interface TreeProps {
  readonly lines: readonly Line[];
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly selected: string | null;
  /** Changed just now, by the record with this number. */
  readonly fresh: ReadonlySet<string>;
  readonly seq: number;
  /** So many are warned that spelling it out on each line would hide their titles. */
  readonly isTerse: boolean;
  readonly onSelect: (id: string) => void;
  readonly onFold: (id: string, isFolded: boolean) => void;
}

export function Tree(props: TreeProps) {
  const { lines, selected, fresh, isTerse } = props;
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
    else if (top + 2 * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + 2 * rowHeight - element.clientHeight;
  }, [selected, index >= 0]);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const last = Math.min(lines.length, Math.ceil((view.top + view.height) / rowHeight) + spare);
  return (
    <div
      class={`tree ${isTerse ? 'terse' : ''}`}
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
            {...props}
            line={line}
            index={first + offset}
            isSelected={line.row.id === selected}
            isFresh={fresh.has(line.row.id)}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps extends Pick<TreeProps, 'looks' | 'seq' | 'onSelect' | 'onFold'> {
  readonly line: Line;
  readonly index: number;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
}

function Row({ line, index, looks, seq, isSelected, isFresh, onSelect, onFold }: RowProps) {
  const { row, depth, isWay, place, siblings, isOpen, hidden } = line;
  const look = looks.get(row.state);
  const word = look?.word ?? row.state;
  // Two names for the same flash, in turn: a line changed twice in a row flashes twice.
  const flash = isFresh ? `new${seq % 2}` : '';
  return (
    <div
      id={`row-${index}`}
      class={`row ${row.state} ${isWay ? 'way' : ''} ${flash}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={isOpen ?? undefined}
      style={{ top: `${index * rowHeight}px`, '--d': depth }}
      title={`${row.id} · ${word} · ${row.title}${row.agent === null ? '' : `\nAgent ${row.agent}`}`}
      onClick={() => {
        onSelect(row.id);
      }}
    >
      {Array.from({ length: depth }, (_, level) => (
        <i class="guide" style={{ left: `${22 + level * indent}px` }} />
      ))}
      <Twisty id={row.id} isOpen={isOpen} onFold={onFold} />
      <Glyph look={look} state={row.state} />
      <span class="id">{row.id}</span>
      <span class="title">{row.title}</span>
      {hidden > 0 ? <span class="hidden">+{hidden}</span> : null}
      <span class="word" aria-hidden="true">
        {word}
      </span>
      <Aside warnings={row.warnings} note={row.note} isOpen={row.open} />
    </div>
  );
}

/** For the mouse alone: with the keyboard, the outline itself folds. */
const Twisty = ({ id, isOpen, onFold }: Pick<RowProps, 'onFold'> & { id: string; isOpen: boolean | null }) => (
  <span
    class={`twisty ${isOpen === null ? 'none' : ''} ${isOpen === false ? 'folded' : ''}`}
    aria-hidden="true"
    onClick={(event) => {
      if (isOpen === null) return;
      event.stopPropagation();
      onFold(id, isOpen);
    }}
  />
);

interface AsideProps {
  readonly warnings: readonly string[] | undefined;
  readonly note: string | null;
  readonly isOpen: boolean;
}

const Aside = ({ warnings, note, isOpen }: AsideProps) => (
  <>
    {note === null ? null : <span class={`note ${isOpen ? 'open' : ''}`}>{note}</span>}
    {warnings?.length ? (
      <span class="warned">
        ▲ <span>{warningWords(warnings)}</span>
      </span>
    ) : null}
  </>
);

/** As the chips say it; the tooltip has all of them. */
const warningWords = ([first = '', ...more]: readonly string[]): string =>
  `${first.toLowerCase().replaceAll('_', ' ')}${more.length > 0 ? ` +${more.length}` : ''}`;
