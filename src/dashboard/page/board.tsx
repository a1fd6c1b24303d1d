/** The tickets by where they stand, each with its gate's three steps or its three checks. */
import type { TicketRow } from '../wire.js';

interface Column {
  readonly title: string;
  readonly tone: string;
  /** The first is what the column is called after; cards of the others say what they are. */
  readonly statuses: readonly TicketRow['status'][];
}

const columns: readonly Column[] = [
  { title: 'Open', tone: 'muted', statuses: ['open'] },
  { title: 'In progress', tone: 'accent', statuses: ['in_progress', 'blocked', 's3_rejected'] },
  { title: 'Impl complete', tone: 'VALID_PENDING', statuses: ['impl_complete'] },
  { title: 'S3 validating', tone: 'on', statuses: ['s3_validating'] },
  { title: 'Closed', tone: 'ok', statuses: ['closed', 'withdrawn'] },
];

/** More cards than anybody reads in a column. */
const cardsMax = 60;

interface Bar {
  readonly label: string;
  readonly tone: 'ok' | 'bad' | 'run' | 'wait' | '';
}

const tones: Readonly<Record<string, Bar['tone']>> = {
  passed: 'ok',
  flaky: 'wait',
  running: 'run',
  waiting: 'run',
  failed: 'bad',
  blocked: 'wait',
  'waits for a person': 'wait',
  skipped: 'wait',
  forced: 'wait',
};

/** The three checks while it is validated, else the three steps of its gate. */
function barsOf({ gate, checks }: TicketRow): Bar[] {
  const parts: readonly (readonly [name: string, status: string])[] = checks
    ? Object.entries(checks)
    : [
        ['executor', gate.executor],
        ['verify', gate.verify],
        ['architect', gate.architect],
      ];
  return parts.map(([name, status]) => ({
    label: `${name.replaceAll('_', ' ')} ${status}`,
    tone: tones[status] ?? '',
  }));
}

interface BoardProps {
  readonly tickets: readonly TicketRow[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

export function Board({ tickets, selected, onSelect }: BoardProps) {
  const closed = tickets.filter(({ status }) => status === 'closed').length;
  const waiting = tickets.filter(({ waitsForPerson }) => waitsForPerson);
  const [first] = waiting;
  return (
    <section class="card board-card" aria-label="Tickets">
      <div class="head">
        <h2>Tickets</h2>
        <span class="tag">
          <b>{closed}</b> of {tickets.length} closed
        </span>
        {first ? (
          <button
            class="tag block"
            onClick={() => {
              onSelect(first.ticketId);
            }}
          >
            {waiting.length === 1 ? `${first.ticketId} waits for a person` : `${waiting.length} wait for a person`}
          </button>
        ) : null}
      </div>
      {tickets.length === 0 ? (
        <p class="empty">No tickets in this session. An agent opens one with ticket_open.</p>
      ) : (
        <div class="board" tabIndex={0} role="group" aria-label="Board">
          {columns.map((column) => (
            <BoardColumn key={column.title} {...{ column, tickets, selected, onSelect }} />
          ))}
        </div>
      )}
    </section>
  );
}

function BoardColumn({ column, tickets, selected, onSelect }: BoardProps & { column: Column }) {
  const { title, tone, statuses } = column;
  // Whatever waits for a person comes first, then what moved last.
  const inIt = tickets
    .filter(({ status }) => statuses.includes(status))
    .sort((a, b) => Number(b.waitsForPerson) - Number(a.waitsForPerson));
  return (
    <div class="column" role="group" aria-label={title}>
      <h3>
        <span class="dot" style={{ background: `var(--${tone})` }} />
        {title}
        <b>{inIt.length}</b>
      </h3>
      {inIt.slice(0, cardsMax).map((ticket) => (
        <Card
          key={ticket.ticketId}
          ticket={ticket}
          isSelected={ticket.ticketId === selected}
          isOdd={ticket.status !== statuses[0]}
          onSelect={onSelect}
        />
      ))}
      {inIt.length > cardsMax ? <p class="more">and {inIt.length - cardsMax} more</p> : null}
    </div>
  );
}

interface CardProps {
  readonly ticket: TicketRow;
  readonly isSelected: boolean;
  /** Not what its column is called after. */
  readonly isOdd: boolean;
  readonly onSelect: (id: string) => void;
}

function Card({ ticket, isSelected, isOdd, onSelect }: CardProps) {
  const bars = barsOf(ticket);
  const done = bars.filter(({ tone }) => tone === 'ok').length;
  const isBad = bars.some(({ tone }) => tone === 'bad');
  const { attempt, gate, status, labels, claimMismatch } = ticket;
  const chips = [
    ...(isOdd ? [status.replace('_', ' ')] : []),
    ...labels,
    ...(claimMismatch === undefined ? [] : ['claim mismatch']),
  ];
  return (
    <button
      class={`ticket ${status} ${isBad ? 'bad' : ''} ${ticket.waitsForPerson ? 'waits' : ''}`}
      aria-pressed={isSelected}
      onClick={() => {
        onSelect(ticket.ticketId);
      }}
    >
      <span class="line1">
        {ticket.ticketId}
        <span>{ticket.who ?? ''}</span>
        {attempt > 1 ? (
          <em>
            attempt {attempt}/{gate.maxAttempts}
          </em>
        ) : null}
      </span>
      <span class="line2">{ticket.title}</span>
      <span class="bars" role="img" aria-label={bars.map(({ label }) => label).join(', ')}>
        {bars.map(({ tone, label }) => (
          <i class={tone} title={label} />
        ))}
      </span>
      <span class="line3">
        <span>{saidOf(ticket, bars)}</span>
        <b>
          {done}/{bars.length}
        </b>
      </span>
      {chips.length > 0 ? (
        <span class="chips-line">
          {chips.map((chip) => (
            <span>{chip}</span>
          ))}
        </span>
      ) : null}
    </button>
  );
}

function saidOf({ status, waitsForPerson, gate, labels }: TicketRow, bars: readonly Bar[]): string {
  if (waitsForPerson) return 'Waits for a person';
  // An override is never counted as passed.
  if (status === 'closed') return labels.length > 0 ? `Closed (${labels.join(', ')})` : 'Both gates passed';
  if (status === 'withdrawn') return 'Given up';
  if (status === 'open') return 'Not started';
  if (status === 'impl_complete') return 'Handed off';
  if (gate.blockedBy !== undefined) return `Waits for ${gate.blockedBy}`;
  const at = bars.find(({ tone }) => tone === 'bad' || tone === 'wait') ?? bars.find(({ tone }) => tone === 'run');
  const label = at?.label ?? gate.status;
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}
