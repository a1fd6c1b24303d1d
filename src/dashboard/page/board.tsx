/** The tickets by where they stand, each with its gate's three steps or its three checks. */
import type { TicketRow } from '../wire.js';

const columns: readonly (readonly [title: string, tone: string, statuses: readonly string[]])[] = [
  ['Open', 'muted', ['open']],
  ['In progress', 'accent', ['in_progress', 'blocked', 's3_rejected']],
  ['Impl complete', 'VALID_PENDING', ['impl_complete']],
  ['S3 validating', 'on', ['s3_validating']],
  ['Closed', 'ok', ['closed', 'withdrawn']],
];

export interface Bar {
  readonly label: string;
  readonly tone: 'ok' | 'bad' | 'run' | 'wait' | '';
}

const tones: Readonly<Record<string, Bar['tone']>> = {
  passed: 'ok',
  flaky: 'ok',
  running: 'run',
  failed: 'bad',
  blocked: 'wait',
  'waits for a person': 'wait',
  skipped: 'wait',
  forced: 'wait',
};

/** The three checks while it is validated, else the three steps of its gate. */
export function barsOf({ gate, checks }: TicketRow): Bar[] {
  if (checks)
    return Object.entries(checks).map(([check, status]) => ({
      label: `${check.replaceAll('_', ' ')} ${status}`,
      tone: status === 'waiting' ? 'run' : (tones[status] ?? ''),
    }));
  return (['executor', 'verify', 'architect'] as const).map((step) => ({
    label: `${step} ${gate[step]}`,
    tone: tones[gate[step]] ?? '',
  }));
}

interface BoardProps {
  readonly tickets: readonly TicketRow[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

export function Board({ tickets, selected, onSelect }: BoardProps) {
  const closed = tickets.filter(({ status }) => status === 'closed').length;
  const waiting = tickets.filter(({ waitsForPerson }) => waitsForPerson).length;
  return (
    <section class="card board-card" aria-label="Tickets">
      <div class="head">
        <h2>Tickets</h2>
        <span class="tag">
          <b>{closed}</b> of {tickets.length} closed
        </span>
        {waiting > 0 ? <span class="tag block">{waiting} waiting for a person</span> : null}
      </div>
      {tickets.length === 0 ? (
        <p class="empty">No tickets in this session. An agent opens one with ticket_open.</p>
      ) : (
        <div class="board">
          {columns.map(([title, tone, statuses]) => {
            const inIt = tickets.filter(({ status }) => statuses.includes(status));
            return (
              <div class="column" role="group" aria-label={title}>
                <h3>
                  <span class="dot" style={{ background: `var(--${tone})` }} />
                  {title}
                  <b>{inIt.length}</b>
                </h3>
                {inIt.map((ticket) => (
                  <Card ticket={ticket} isSelected={ticket.ticketId === selected} onSelect={onSelect} />
                ))}
              </div>
            );
          })}
        </div>
      )}
    </section>
  );
}

interface CardProps {
  readonly ticket: TicketRow;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

function Card({ ticket, isSelected, onSelect }: CardProps) {
  const bars = barsOf(ticket);
  const done = bars.filter(({ tone }) => tone === 'ok').length;
  const at = bars.find(({ tone }) => tone === 'bad' || tone === 'wait') ?? bars.find(({ tone }) => tone === 'run');
  const said =
    ticket.status === 'closed' ? 'closed' : (at?.label ?? (done === bars.length ? 'all steps passed' : 'not started'));
  const { attempt } = ticket;
  return (
    <button
      class={`ticket ${at?.tone === 'bad' ? 'bad' : ''} ${ticket.waitsForPerson ? 'waits' : ''}`}
      aria-pressed={isSelected}
      onClick={() => {
        onSelect(ticket.ticketId);
      }}
    >
      <span class="line1">
        {ticket.ticketId}
        <span>{attempt > 1 ? `attempt ${attempt}/${ticket.gate.maxAttempts}` : (ticket.who ?? '')}</span>
      </span>
      <span class="line2">{ticket.title}</span>
      <span class="bars" role="img" aria-label={bars.map(({ label }) => label).join(', ')}>
        {bars.map(({ tone, label }) => (
          <i class={tone} title={label} />
        ))}
      </span>
      <span class="line3">
        <span>{ticket.waitsForPerson ? 'waits for you' : said}</span>
        <b>
          {done}/{bars.length}
        </b>
      </span>
      {ticket.labels.length > 0 ? <span class="labels">{ticket.labels.join(', ')}</span> : null}
    </button>
  );
}
