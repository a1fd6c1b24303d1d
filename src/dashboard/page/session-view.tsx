/** One session: outline, chart, detail, board and time-line, at the last record or at any before it. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { NodeAnswer, SessionAbout, TicketAnswer } from '../wire.js';
import { Board } from './board.js';
import { Chart, edgesOf, type Highlight } from './chart.js';
import { Glyph, Pill } from './glyph.js';
import { Header } from './header.js';
import { Icicle } from './icicle.js';
import { useKeys } from './keys.js';
import { Replay } from './model.js';
import { NodePanel } from './node-panel.js';
import { hashOf, type Route } from './route.js';
import { isFiltering, linesOf, noFilter, type Filter } from './rows.js';
import type { Connection, Source } from './source.js';
import { TicketPanel } from './ticket-panel.js';
import { Timeline } from './timeline.js';
import { Tree } from './tree.js';

const playMs = 420;
/** Details are asked for when the hand rests. */
const restMs = 120;

interface SessionProps {
  readonly source: Source;
  readonly about: SessionAbout;
  readonly route: Route;
  readonly theme: string;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

export function SessionView({ source, about, route, theme, onTheme, onHelp }: SessionProps) {
  const replay = useMemo(() => new Replay(), [about.sessionId]);
  const [arrived, count] = useReducer((sum: number, more: number) => sum + more, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [seq, setSeq] = useState(route.seq);
  const [node, setNode] = useState(route.node);
  const [ticket, setTicket] = useState(route.ticket);
  const [filter, setFilter] = useState(noFilter);
  const [isPlaying, setPlaying] = useState(false);
  const search = useRef<HTMLInputElement>(null);

  useEffect(
    () =>
      source.log(about.sessionId, {
        entries: (entries) => {
          replay.add(entries);
          count(entries.length);
        },
        connection: setConnection,
      }),
    [about.sessionId],
  );

  const at = seq === null ? replay.length : Math.min(seq, replay.length);
  const model = useMemo(() => replay.at(at), [at, arrived]);
  const lines = useMemo(() => linesOf(model, filter, new Set()), [model, filter]);
  const looks = useMemo(() => new Map(about.states.map((look) => [look.state, look])), [about]);
  const chosen = node ?? lines[0]?.row.id ?? null;
  const selectedTicket = ticket !== null && model.tickets.has(ticket) ? ticket : null;

  useEffect(() => {
    history.replaceState(null, '', hashOf({ session: about.sessionId, node, ticket, seq }));
  }, [node, ticket, seq]);

  const go = (to: number) => {
    const wanted = Math.max(1, Math.min(to, replay.length));
    setSeq(wanted === replay.length ? null : wanted);
  };
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= replay.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => {
      go(at + 1);
    }, playMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isPlaying, at]);
  const play = () => {
    if (!isPlaying && at === replay.length) setSeq(1);
    setPlaying(!isPlaying);
  };
  const selectNode = (id: string) => {
    setNode(id);
    setTicket(null);
  };
  const step = (by: number) => {
    const index = lines.findIndex(({ row }) => row.id === chosen);
    const next = lines[Math.max(0, Math.min(lines.length - 1, index + by))];
    if (next) selectNode(next.row.id);
  };
  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    '[': () => go(at - 1),
    ']': () => go(at + 1),
    ' ': play,
    l: () => setSeq(null),
    t: onTheme,
    '?': onHelp,
    '/': () => search.current?.focus(),
  });

  const nodeAnswer = useDetail<NodeAnswer>(
    chosen !== null && model.nodes.has(chosen) ? `${chosen}@${model.seq}` : null,
    async () => source.node(about.sessionId, chosen ?? '', model.seq),
  );
  const ticketAnswer = useDetail<TicketAnswer>(
    selectedTicket === null ? null : `${selectedTicket}@${model.seq}`,
    async () => source.ticket(about.sessionId, selectedTicket ?? '', model.seq),
  );
  const row = chosen === null ? undefined : model.nodes.get(chosen);
  const isTicket = selectedTicket !== null;
  const fresh = new Set(seq === null ? (model.last?.nodes ?? []).map(({ id }) => id) : []);
  const highlight = useMemo(
    (): Highlight =>
      isTicket
        ? { current: ticketAnswer?.current.ticket ?? [], taken: [], possible: [] }
        : {
            current: row ? [row.state] : [],
            taken: (nodeAnswer?.node.history ?? []).flatMap(({ from, to }) => (from && to ? [`${from}→${to}`] : [])),
            possible: row ? edgesOf(row.state, nodeAnswer?.moves ?? []) : [],
          },
    [isTicket, row?.state, nodeAnswer, ticketAnswer],
  );
  const ticketRow = selectedTicket === null ? undefined : model.tickets.get(selectedTicket);
  return (
    <div class="app">
      <Header
        about={about}
        session={model.session}
        connection={seq === null ? connection : 'replaying'}
        onTheme={onTheme}
        onHelp={onHelp}
      />
      <aside aria-label="Investigation tree">
        <div class="panel-head">
          Investigation <small>{model.nodes.size} nodes</small>
        </div>
        <label class="search">
          <span aria-hidden="true">⌕</span>
          <input
            ref={search}
            placeholder="Filter by id, title or agent"
            aria-label="Filter nodes"
            value={filter.text}
            onInput={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
          <kbd>/</kbd>
        </label>
        <Chips about={about} model={model.nodes} filter={filter} onFilter={setFilter} />
        <Icicle model={model} selected={chosen} theme={theme} onSelect={selectNode} />
        {lines.length === 0 ? (
          <p class="empty">
            {isFiltering(filter)
              ? 'No node is like that. Take the filter away.'
              : 'No nodes yet. They appear here as agents propose them.'}
          </p>
        ) : (
          <Tree lines={lines} looks={looks} selected={chosen} fresh={fresh} onSelect={selectNode} />
        )}
      </aside>
      <main>
        <section class="card chart" aria-label="Statechart">
          <div class="head">
            <h2>{isTicket ? selectedTicket : (chosen ?? 'Nothing chosen')}</h2>
            {isTicket ? (
              <span class="pill plain">{ticketRow?.status}</span>
            ) : row ? (
              <Pill look={looks.get(row.state)} state={row.state} />
            ) : null}
            <div class="switch" role="group" aria-label="Chart">
              <button aria-pressed={!isTicket} onClick={() => setTicket(null)}>
                Node chart
              </button>
              <button
                aria-pressed={isTicket}
                disabled={model.tickets.size === 0}
                onClick={() => setTicket([...model.tickets.keys()][0] ?? null)}
              >
                Ticket chart
              </button>
            </div>
          </div>
          <Chart source={source} name={isTicket ? 'ticket' : about.chart} highlight={highlight} />
          <div class="moves" aria-label="Possible next events">
            {(isTicket ? [] : (nodeAnswer?.moves ?? [])).map(({ event, to, allowed, why, codes }) => (
              <div class={`move ${allowed ? 'yes' : 'no'}`} title={codes.join(', ')}>
                <code>{event === 'claim.tally' ? `→ ${to}` : event}</code>
                <em>{allowed ? why : `blocked: ${why}`}</em>
              </div>
            ))}
            {isTicket ? <em class="move">{ticketAnswer?.ticket.message}</em> : null}
          </div>
        </section>
        <section class="card detail-card" aria-label="Detail">
          <div class="head">
            <h2 title={isTicket ? ticketRow?.title : row?.title}>{isTicket ? ticketRow?.title : row?.title}</h2>
          </div>
          <div class="detail" tabIndex={0}>
            {isTicket ? (
              ticketAnswer ? (
                <TicketPanel answer={ticketAnswer} />
              ) : null
            ) : nodeAnswer ? (
              <NodePanel model={model} answer={nodeAnswer} />
            ) : null}
          </div>
        </section>
        <Board tickets={[...model.tickets.values()]} selected={selectedTicket} onSelect={setTicket} />
      </main>
      <Timeline entries={replay.entries} at={at} isPlaying={isPlaying} theme={theme} onGo={go} onPlay={play} />
    </div>
  );
}

interface ChipsProps {
  readonly about: SessionAbout;
  readonly model: ReadonlyMap<string, { readonly state: string }>;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function Chips({ about, model, filter, onFilter }: ChipsProps) {
  const counts = new Map<string, number>();
  for (const { state } of model.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
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
        onClick={() => onFilter({ ...filter, onlyWarned: !filter.onlyWarned })}
      >
        ▲ warned
      </button>
    </div>
  );
}

/** What `load` gives for a key, kept while the next one is on its way. */
function useDetail<T>(key: string | null, load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  useEffect(() => {
    if (key === null) {
      setLoaded(undefined);
      return undefined;
    }
    let isWanted = true;
    const timer = setTimeout(() => {
      load().then(
        (answer) => {
          if (isWanted) setLoaded(answer);
        },
        () => {
          if (isWanted) setLoaded(undefined);
        },
      );
    }, restMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  return loaded;
}
