/** The chart of what is chosen, with where it may go from here and why it may not. */
import type { NodeAnswer, SessionAbout, StateLook, TicketAnswer } from '../wire.js';
import { Chart, edgesOf, type Highlight } from './chart.js';
import { Pill } from './glyph.js';
import type { Source } from './source.js';
import type { Looking } from './use-session.js';

interface ChartCardProps {
  readonly source: Source;
  readonly about: SessionAbout;
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly looking: Looking;
  readonly nodeAnswer: NodeAnswer | undefined;
  readonly ticketAnswer: TicketAnswer | undefined;
}

export function ChartCard({ source, about, looks, looking, nodeAnswer, ticketAnswer }: ChartCardProps) {
  const { model, node, ticket, chooseTicket } = looking;
  const row = node === null ? undefined : model.nodes.get(node);
  const highlight = ticket === null ? ofNode(row?.state, nodeAnswer) : ofTicket(ticketAnswer);
  return (
    <section class="card chart" aria-label="Statechart">
      <div class="head">
        <h2>{ticket ?? node ?? 'Nothing chosen'}</h2>
        {ticket !== null ? (
          <span class="pill plain">{model.tickets.get(ticket)?.status}</span>
        ) : row ? (
          <Pill look={looks.get(row.state)} state={row.state} />
        ) : null}
        <div class="switch" role="group" aria-label="Chart">
          <button
            aria-pressed={ticket === null}
            onClick={() => {
              chooseTicket(null);
            }}
          >
            Node chart
          </button>
          <button
            aria-pressed={ticket !== null}
            disabled={model.tickets.size === 0}
            onClick={() => {
              chooseTicket([...model.tickets.keys()][0] ?? null);
            }}
          >
            Ticket chart
          </button>
        </div>
      </div>
      <Chart source={source} name={ticket === null ? `${about.chart}.brief` : 'ticket.brief'} highlight={highlight} />
      <div class="moves" aria-label="Possible next events">
        {(ticket === null ? (nodeAnswer?.moves ?? []) : []).map(({ event, to, allowed, why, codes }) => (
          <div class={`move ${allowed ? 'yes' : 'no'}`} title={codes.join(', ')}>
            <code>{event === 'claim.tally' ? `→ ${to}` : event}</code>
            <em>{allowed ? why : `blocked: ${why}`}</em>
          </div>
        ))}
        {ticket === null ? null : <em class="move">{ticketAnswer?.ticket.message}</em>}
      </div>
    </section>
  );
}

const ofTicket = (answer: TicketAnswer | undefined): Highlight => ({
  current: answer?.current.ticket ?? [],
  taken: [],
  possible: [],
});

const ofNode = (state: string | undefined, answer: NodeAnswer | undefined): Highlight => ({
  current: state === undefined ? [] : [state],
  taken: (answer?.node.history ?? []).flatMap(({ from, to }) => (from && to ? [`${from}→${to}`] : [])),
  possible: state === undefined ? [] : edgesOf(state, answer?.moves ?? []),
});
