/** What to look for in the tree: text, states, round, agent, warnings. Together they keep what fits all of them. */
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionAbout } from '../wire.js';
import { agentsLike, type Facets } from './facets.js';
import { Glyph } from './glyph.js';
import type { SessionModel } from './model.js';
import type { Filter } from './rows.js';

interface FilterProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

const leave = (event: KeyboardEvent) => {
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
};

export const Search = ({ filter, search, onFilter }: FilterProps & { search: RefObject<HTMLInputElement | null> }) => (
  <label class="search">
    <span aria-hidden="true">⌕</span>
    <input
      ref={search}
      type="search"
      placeholder="Filter by id, title or agent"
      aria-label="Filter nodes"
      value={filter.text}
      onInput={(event) => {
        onFilter({ ...filter, text: event.currentTarget.value });
      }}
      onKeyDown={leave}
    />
    <kbd>/</kbd>
  </label>
);

interface FiltersProps extends FilterProps {
  readonly about: SessionAbout;
  readonly model: SessionModel;
  readonly facets: Facets;
}

export function Filters({ about, model, facets, filter, onFilter }: FiltersProps) {
  return (
    <>
      <States {...{ about, facets, filter, onFilter }} />
      <div class="picks">
        <Round rounds={facets.rounds} filter={filter} onFilter={onFilter} />
        <Agent model={model} filter={filter} onFilter={onFilter} />
      </div>
      <Warnings facets={facets} filter={filter} onFilter={onFilter} />
    </>
  );
}

/** The legend of glyphs and colours at the same time. */
function States({ about, facets, filter, onFilter }: Omit<FiltersProps, 'model'>) {
  const toggle = (state: string) => {
    const hidden = new Set(filter.hiddenStates);
    if (!hidden.delete(state)) hidden.add(state);
    onFilter({ ...filter, hiddenStates: hidden });
  };
  const only = (wanted: string) => {
    const others = about.states.map(({ state }) => state).filter((state) => state !== wanted);
    const isAlready = others.every((state) => filter.hiddenStates.has(state));
    onFilter({ ...filter, hiddenStates: new Set(isAlready ? [] : others) });
  };
  return (
    <div class="chips" role="group" aria-label="Filter by state">
      {about.states.map(({ state, ...look }) => (
        <button
          class="chip"
          aria-pressed={!filter.hiddenStates.has(state)}
          title={`Click: show or hide. Double click or Shift: only ${look.word}.`}
          onClick={(event) => {
            if (event.shiftKey || event.altKey) only(state);
            else toggle(state);
          }}
          onDblClick={() => {
            only(state);
          }}
        >
          <Glyph look={{ state, ...look }} state={state} isPlain />
          <span>{look.word}</span> <b>{facets.states.get(state) ?? 0}</b>
        </button>
      ))}
    </div>
  );
}

const Round = ({ rounds, filter, onFilter }: FilterProps & { rounds: readonly number[] }) => (
  <select
    aria-label="Filter by round"
    value={filter.round ?? ''}
    onChange={({ currentTarget: { value } }) => {
      onFilter({ ...filter, round: value === '' ? null : Number(value) });
    }}
  >
    <option value="">All rounds</option>
    {rounds.map((round) => (
      <option value={round}>Round {round}</option>
    ))}
  </select>
);

const agentsMax = 30;

function Agent({ model, filter, onFilter }: FilterProps & { model: SessionModel }) {
  const [isTyping, setTyping] = useState(false);
  return (
    <>
      <input
        aria-label="Filter by agent"
        placeholder="Any agent"
        list="agents"
        value={filter.agent}
        onFocus={() => {
          setTyping(true);
        }}
        onBlur={() => {
          setTyping(false);
        }}
        onInput={(event) => {
          onFilter({ ...filter, agent: event.currentTarget.value });
        }}
        onKeyDown={leave}
      />
      <datalist id="agents">
        {isTyping ? agentsLike(model, filter.agent, agentsMax).map((agent) => <option value={agent} />) : null}
      </datalist>
    </>
  );
}

function Warnings({ facets, filter, onFilter }: FilterProps & { facets: Facets }) {
  // One that is asked for stays, also where a replay has not come to it yet.
  const codes = [...new Set([...facets.warnings.keys(), ...filter.warnings])].sort();
  if (codes.length === 0) return null;
  const toggle = (code: string) => {
    const wanted = new Set(filter.warnings);
    if (!wanted.delete(code)) wanted.add(code);
    onFilter({ ...filter, warnings: wanted });
  };
  return (
    <div class="chips" role="group" aria-label="Show only nodes with a warning">
      {codes.map((code) => (
        <button
          class="chip warn"
          aria-pressed={filter.warnings.has(code)}
          title="Show only nodes with this warning"
          onClick={() => {
            toggle(code);
          }}
        >
          <span aria-hidden="true">▲</span> {code.toLowerCase().replaceAll('_', ' ')}{' '}
          <b>{facets.warnings.get(code) ?? 0}</b>
        </button>
      ))}
    </div>
  );
}
