/** The chart of what is chosen: where it is, the way it took, where it may go from here and why it may not. */
import { useState } from 'preact/hooks';
import type { NodeAnswer, PossibleMove, SessionAbout, StateLook, TicketAnswer, TicketMove } from '../wire.js';
import { Chart, edgesOf, type Highlight } from './chart.js';
import { Pill } from './glyph.js';
import type { Source } from './source.js';
import type { Looking } from './use-session.js';
import { clock } from './words.js';

interface ChartCardProps {
  readonly source: Source;
  readonly about: SessionAbout;
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly looking: Looking;
  readonly nodeAnswer: NodeAnswer | undefined;
  readonly ticketAnswer: TicketAnswer | undefined;
}

type Kind = 'node' | 'ticket' | 'gate';

export function ChartCard({ source, about, looks, looking, nodeAnswer, ticketAnswer }: ChartCardProps) {
  const { model, node, ticket, chooseTicket } = looking;
  const [ticketKind, setTicketKind] = useState<'ticket' | 'gate'>('ticket');
  const row = node === null ? undefined : model.nodes.get(node);
  const line = ticket === null ? undefined : model.tickets.get(ticket);
  const kind: Kind = ticket === null ? 'node' : ticketKind;
  const choose = (wanted: Kind) => {
    if (wanted !== 'node') setTicketKind(wanted);
    if (wanted === 'node') chooseTicket(null);
    else if (ticket === null) chooseTicket([...model.tickets.keys()][0] ?? null);
  };
  return (
    <section class="card chart" aria-label="Statechart">
      <div class="head">
        <h2>{ticket ?? node ?? 'Nothing chosen'}</h2>
        {line ? (
          <span class="pill plain">{kind === 'gate' ? line.gate.status : line.status}</span>
        ) : row ? (
          <Pill look={looks.get(row.state)} state={row.state} />
        ) : null}
        <Switch
          kind={kind}
          disabled={{
            node: about.kind === 'tickets',
            ticket: model.tickets.size === 0,
            gate: model.tickets.size === 0,
          }}
          onChoose={choose}
        />
      </div>
      <Chart
        source={source}
        name={kind === 'node' ? `${about.chart}.brief` : `${kind}.brief`}
        highlight={kind === 'node' ? ofNode(row?.state, nodeAnswer) : ofTicket(kind, ticketAnswer)}
      />
      <div class="moves" role="list" aria-label="Possible next events" tabIndex={0}>
        {kind === 'node' ? (
          (nodeAnswer?.moves ?? []).map((move) => <Move move={move} />)
        ) : (
          <TicketMoves kind={kind} answer={ticketAnswer} />
        )}
      </div>
    </section>
  );
}

const names: readonly (readonly [kind: Kind, name: string])[] = [
  ['node', 'Node'],
  ['ticket', 'Ticket'],
  ['gate', 'Gate'],
];

interface SwitchProps {
  readonly kind: Kind;
  readonly disabled: Readonly<Record<Kind, boolean>>;
  readonly onChoose: (kind: Kind) => void;
}

const Switch = ({ kind, disabled, onChoose }: SwitchProps) => (
  <div class="switch" role="group" aria-label="Chart">
    {names.map(([each, name]) => (
      <button
        aria-pressed={kind === each}
        disabled={disabled[each]}
        onClick={() => {
          onChoose(each);
        }}
      >
        {name}
        <span> chart</span>
      </button>
    ))}
  </div>
);

const Move = ({ move: { event, to, allowed, why, codes } }: { move: PossibleMove }) => (
  <div class={`move ${allowed ? 'yes' : 'no'}`} role="listitem" title={codes.join(', ')}>
    <code>{event === 'claim.tally' ? `→ ${to}` : event}</code>
    <em>{allowed ? why : `blocked: ${why}`}</em>
  </div>
);

/** What may be done comes first, then what is waited for, then what cannot be. */
const rankOf = ({ allowed, waits }: TicketMove): number => (allowed ? 0 : waits ? 1 : 2);

function TicketMoves({ kind, answer }: { kind: 'ticket' | 'gate'; answer: TicketAnswer | undefined }) {
  if (!answer) return null;
  const moves = answer.moves.filter(({ chart }) => chart === kind).sort((a, b) => rankOf(a) - rankOf(b));
  if (moves.length === 0)
    return (
      <div class="move" role="listitem">
        <em>{answer.ticket.message}</em>
      </div>
    );
  return (
    <>
      {moves.map((move) => (
        <div
          class={`move ${['yes', 'wait', 'no'][rankOf(move)] ?? ''}`}
          role="listitem"
          title={[move.edge, ...move.codes].join(', ')}
        >
          <code>
            {move.event} → {move.to}
          </code>
          <em>{toldOf(move)}</em>
        </div>
      ))}
    </>
  );
}

function toldOf({ allowed, waits, why, at }: TicketMove): string {
  const when = at === undefined ? '' : `, by ${clock(at)}`;
  return allowed || waits ? `${why}${when}` : `blocked: ${why}`;
}

const ofTicket = (kind: 'ticket' | 'gate', answer: TicketAnswer | undefined): Highlight => ({
  current: answer?.current[kind] ?? [],
  taken: answer?.taken[kind] ?? [],
  possible: (answer?.moves ?? [])
    .filter(({ chart, allowed }) => chart === kind && allowed)
    .map(({ edge, event }) => `${edge} ${event}`),
});

const ofNode = (state: string | undefined, answer: NodeAnswer | undefined): Highlight => ({
  current: state === undefined ? [] : [state],
  taken: (answer?.node.history ?? []).flatMap(({ from, to }) => (from && to ? [`${from}→${to}`] : [])),
  possible: state === undefined ? [] : edgesOf(state, answer?.moves ?? []),
});
