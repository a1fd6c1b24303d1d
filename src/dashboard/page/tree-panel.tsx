/** The tree's side of the page: what to look for, the map, and the outline. */
import type { RefObject } from 'preact';
import type { SessionAbout, StateLook } from '../wire.js';
import { Glyph } from './glyph.js';
import { Icicle } from './icicle.js';
import { isFiltering, type Filter } from './rows.js';
import { Tree } from './tree.js';
import type { Looking } from './use-session.js';

interface TreePanelProps {
  readonly about: SessionAbout;
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly looking: Looking;
  readonly theme: string;
  readonly search: RefObject<HTMLInputElement | null>;
}

export function TreePanel({ about, looks, looking, theme, search }: TreePanelProps) {
  const { model, lines, node, filter, isNow, setFilter, chooseNode } = looking;
  const fresh = new Set(isNow ? (model.last?.nodes ?? []).map(({ id }) => id) : []);
  return (
    <aside aria-label="Investigation tree">
      <div class="panel-head">
        Investigation <small>{model.nodes.size} nodes</small>
      </div>
      <Search filter={filter} search={search} onFilter={setFilter} />
      <Chips about={about} nodes={model.nodes} filter={filter} onFilter={setFilter} />
      <Icicle model={model} selected={node} theme={theme} onSelect={chooseNode} />
      {lines.length === 0 ? (
        <p class="empty">
          {isFiltering(filter)
            ? 'No node is like that. Take the filter away.'
            : 'No nodes yet. They appear here as agents propose them.'}
        </p>
      ) : (
        <Tree lines={lines} looks={looks} selected={node} fresh={fresh} onSelect={chooseNode} />
      )}
    </aside>
  );
}

interface FilterProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

const Search = ({ filter, search, onFilter }: FilterProps & { search: RefObject<HTMLInputElement | null> }) => (
  <label class="search">
    <span aria-hidden="true">⌕</span>
    <input
      ref={search}
      placeholder="Filter by id, title or agent"
      aria-label="Filter nodes"
      value={filter.text}
      onInput={(event) => {
        onFilter({ ...filter, text: event.currentTarget.value });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
    <kbd>/</kbd>
  </label>
);

interface ChipsProps extends FilterProps {
  readonly about: SessionAbout;
  readonly nodes: ReadonlyMap<string, { readonly state: string }>;
}

function Chips({ about, nodes, filter, onFilter }: ChipsProps) {
  const counts = new Map<string, number>();
  for (const { state } of nodes.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
  const toggle = (state: string) => {
    const hidden = new Set(filter.hiddenStates);
    if (!hidden.delete(state)) hidden.add(state);
    onFilter({ ...filter, hiddenStates: hidden });
  };
  return (
    <div class="chips" role="group" aria-label="Filter by state">
      {about.states.map((look) => (
        <button class="chip" aria-pressed={!filter.hiddenStates.has(look.state)} onClick={() => toggle(look.state)}>
          <Glyph look={look} state={look.state} />
          {look.word} <b>{counts.get(look.state) ?? 0}</b>
        </button>
      ))}
      <button
        class="chip"
        aria-pressed={filter.onlyWarned}
        onClick={() => {
          onFilter({ ...filter, onlyWarned: !filter.onlyWarned });
        }}
      >
        ▲ warned
      </button>
    </div>
  );
}
