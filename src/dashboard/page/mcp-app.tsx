/** The page a chat client shows beside tot_status and ticket_status: the tree or the board as the reply has it. */
import { useEffect, useState } from 'preact/hooks';
import type { TicketRow } from '../wire.js';
import { Board } from './board.js';
import { InvestigationCard, NodeCard } from './mcp-app-investigation.js';
import type { Host } from './mcp-app-host.js';
import { isInvestigation, morePages, replyIn, ticketsIn, type NodeLine } from './mcp-app-reply.js';
import type { Looks, Refusal, Reply, TicketLine } from './mcp-app-reply.js';

interface AppProps {
  readonly host: Host;
  readonly looks: Looks;
  /** Undefined until the tool has answered. */
  readonly reply: Reply | undefined;
}

export function McpApp({ host, looks, reply }: AppProps) {
  if (!reply) return <p class="empty">Proctor is being asked.</p>;
  if (reply.errors?.length) return <Refusals errors={reply.errors} />;
  if (reply.node) return <NodeCard looks={looks} node={reply.node} />;
  if (reply.sessions) return <Sessions {...reply} />;
  if (reply.ticket) return <OneTicket {...reply} />;
  const isBoard = ticketsIn(reply) !== undefined || (reply.phase === 'tickets' && host.canCall);
  if (isInvestigation(reply) || isBoard) return <Pages key={reply.sessionId} {...{ host, looks, reply }} />;
  return <p class="empty">{reply.message ?? reply.nextActions?.[0]}</p>;
}

/** What the reply has at once, and the rest as far as the client lets it be asked for. */
function Pages({ host, looks, reply }: AppProps & { reply: Reply }) {
  const [nodes, setNodes] = useState<readonly NodeLine[]>(reply.nodes ?? []);
  const [tickets, setTickets] = useState<readonly TicketLine[]>(ticketsIn(reply) ?? []);
  const [waiting, setWaiting] = useState(reply.waitingForPerson ?? []);
  const [cursor, setCursor] = useState<string | undefined>(reply.nextCursor);
  const [chosen, setChosen] = useState<Reply>();
  const load = (from: string | undefined) => {
    if (!host.canCall) return;
    void morePages(host, reply, from, (page) => {
      // The first page in full takes the place of what the reply had in brief.
      setNodes((known) => merged(known, page.nodes ?? [], ({ nodeId }) => nodeId));
      setTickets((known) => merged(known, ticketsIn(page) ?? [], ({ ticketId }) => ticketId));
      setWaiting(page.waitingForPerson ?? []);
      setCursor(page.nextCursor);
    });
  };
  useEffect(() => {
    load(undefined);
  }, []);
  const choose = (name: string, args: object) => {
    if (!host.canCall) return;
    void host.call(name, { sessionId: reply.sessionId, ...args }).then((result) => {
      setChosen(replyIn(result));
    });
  };
  return (
    <>
      {isInvestigation(reply) ? (
        <InvestigationCard
          {...{ looks, reply, nodes }}
          chosen={chosen?.node?.nodeId ?? null}
          onChoose={(nodeId) => {
            choose('tot_status', { nodeId });
          }}
        />
      ) : (
        <BoardCard
          {...{ tickets, waiting }}
          chosen={chosen?.ticket?.ticketId ?? null}
          onChoose={(ticketId) => {
            choose('ticket_status', { ticketId });
          }}
        />
      )}
      {cursor !== undefined && host.canCall ? (
        <button
          class="tag more"
          onClick={() => {
            load(cursor);
          }}
        >
          Show more
        </button>
      ) : null}
      {chosen?.node ? <NodeCard looks={looks} node={chosen.node} /> : null}
      {chosen?.ticket ? <OneTicket {...chosen} /> : null}
      {chosen?.errors ? <Refusals errors={chosen.errors} /> : null}
    </>
  );
}

function merged<T>(known: readonly T[], fresh: readonly T[], nameOf: (each: T) => string): T[] {
  const all = new Map(known.map((each) => [nameOf(each), each]));
  for (const each of fresh) all.set(nameOf(each), each);
  return [...all.values()];
}

interface BoardCardProps {
  readonly tickets: readonly TicketLine[];
  readonly waiting: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (ticketId: string) => void;
}

function BoardCard({ tickets, waiting, chosen, onChoose }: BoardCardProps) {
  const rows = tickets.flatMap((line) => {
    const { gate, labels = [], attempt = gate?.attempt ?? 0 } = line;
    // Steps are only told in full.
    if (gate?.executor === undefined) return [];
    const row = { ...line, labels, attempt, who: null, waitsForPerson: waiting.includes(line.ticketId) };
    return [row as TicketRow];
  });
  if (rows.length === tickets.length) return <Board tickets={rows} selected={chosen} onSelect={onChoose} />;
  return (
    <ul class="brief">
      {tickets.map(({ ticketId, title, status, progress }) => (
        <li>
          <code>{ticketId}</code> <b>{title}</b> <span class="tag">{status}</span>
          <code>{progress}</code>
        </li>
      ))}
    </ul>
  );
}

function OneTicket({ ticket, gate, run, message }: Reply) {
  return (
    <section class="card one" aria-label="Ticket">
      <div class="head">
        <h2>
          {ticket?.ticketId} {ticket?.title}
        </h2>
        <span class="tag">{ticket?.status}</span>
      </div>
      {gate ? (
        <p>
          Gate <b>{gate.status}</b>, attempt {gate.attempt} of {gate.maxAttempts}
        </p>
      ) : null}
      <p>{message}</p>
      {gate?.feedback === undefined ? null : <pre>{gate.feedback}</pre>}
      {run ? (
        <pre>
          $ {run.command}
          {run.excerpt === undefined ? '' : `\n${run.excerpt}`}
        </pre>
      ) : null}
    </section>
  );
}

const Sessions = ({ sessions = [], message }: Reply) => (
  <section class="card one" aria-label="Sessions">
    <div class="head">
      <h2>Open sessions</h2>
    </div>
    <ul class="brief">
      {sessions.map(({ sessionId, query }) => (
        <li>
          <b>{query}</b> <code>{sessionId}</code>
        </li>
      ))}
    </ul>
    <p>{message}</p>
  </section>
);

const Refusals = ({ errors }: { errors: readonly Refusal[] }) => (
  <div class="problem" role="alert">
    {errors.map(({ message, suggestion }) => (
      <>
        <b>{message}</b>
        <p>{suggestion}</p>
      </>
    ))}
  </div>
);
