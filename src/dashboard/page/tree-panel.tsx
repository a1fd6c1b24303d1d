/** The tree's side of the page: what to look for, the map, and the outline. */
import type { RefObject } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { SessionAbout, StateLook } from '../wire.js';
import { facetsOf } from './facets.js';
import { Filters, Search } from './filters.js';
import { Icicle } from './icicle.js';
import type { SessionModel } from './model.js';
import { matchesIn, noFilter } from './rows.js';
import type { Theme } from './theme.js';
import { Tree } from './tree.js';
import type { Looking } from './use-session.js';
import { counted } from './words.js';

interface TreePanelProps {
  readonly about: SessionAbout;
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly looking: Looking;
  readonly theme: Theme;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** From how large a share on a warning is no longer the exception. */
const terseShare = 0.25;

export function TreePanel({ about, looks, looking, theme, search }: TreePanelProps) {
  const { model, lines, node, filter, wanted, setFilter, chooseNode, fold } = looking;
  const facets = useMemo(() => facetsOf(model), [model]);
  const fresh = useFresh(model);
  const size = model.nodes.size;
  const said = wanted ? `${matchesIn(wanted).toLocaleString('en')} of ${counted(size, 'node')}` : '';
  return (
    <aside aria-label="Investigation tree">
      <div class="panel-head">
        <h2>Investigation</h2> <small>{said || counted(size, 'node')}</small>
        <span class="unseen" role="status">
          {said}
        </span>
        {wanted ? (
          <button
            class="clear"
            onClick={() => {
              setFilter(noFilter);
            }}
          >
            Clear filter
          </button>
        ) : null}
      </div>
      <Search filter={filter} search={search} onFilter={setFilter} />
      <Filters {...{ about, model, facets, filter }} onFilter={setFilter} />
      <Icicle {...{ model, looks, wanted, theme }} selected={node} onSelect={chooseNode} />
      {lines.length === 0 ? (
        <Nothing looking={looking} />
      ) : (
        <Tree
          {...{ lines, looks, fresh }}
          selected={node}
          seq={model.seq}
          isTerse={facets.warned > size * terseShare}
          onSelect={chooseNode}
          onFold={fold}
        />
      )}
    </aside>
  );
}

const Nothing = ({ looking: { wanted, entries, connection } }: { looking: Looking }) => (
  <p class="empty">
    {wanted
      ? 'No node is like that. Clear the filter to see them all.'
      : entries.length === 0 && connection === 'connecting'
        ? 'Reading the journal…'
        : 'No nodes yet. They appear here as agents propose them.'}
  </p>
);

/** A little longer than the flash of a line. */
const freshMs = 1200;

/** Nodes the last record changed, for as long as they flash: scrolled away and back, they stay quiet. */
function useFresh(model: SessionModel): ReadonlySet<string> {
  const [quiet, setQuiet] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuiet(model.seq);
    }, freshMs);
    return () => {
      clearTimeout(timer);
    };
  }, [model.seq]);
  return useMemo(
    () => new Set(quiet === model.seq ? [] : (model.last?.nodes ?? []).map(({ id }) => id)),
    [quiet, model.seq],
  );
}
