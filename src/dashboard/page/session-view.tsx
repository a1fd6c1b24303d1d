/** One session: outline, chart, detail, board and time-line, at the last record or at any before it. */
import { useMemo, useRef } from 'preact/hooks';
import type { NodeAnswer, SessionAbout, TicketAnswer } from '../wire.js';
import { Board } from './board.js';
import { ChartCard } from './chart-card.js';
import type { Deciding } from './decide-panel.js';
import { Header } from './header.js';
import { useKeys } from './keys.js';
import { NodePanel } from './node-panel.js';
import type { Route } from './route.js';
import type { Source } from './source.js';
import { TicketPanel } from './ticket-panel.js';
import { Timeline } from './timeline.js';
import { TreePanel } from './tree-panel.js';
import { useDetail } from './use-detail.js';
import { useSession, type Looking } from './use-session.js';

interface SessionProps {
  readonly source: Source;
  readonly about: SessionAbout;
  readonly route: Route;
  readonly theme: string;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

export function SessionView({ source, about, route, theme, onTheme, onHelp }: SessionProps) {
  const looking = useSession(source, about, route);
  const search = useRef<HTMLInputElement>(null);
  const looks = useMemo(() => new Map(about.states.map((look) => [look.state, look])), [about]);
  useKeys({ ...keysOf(looking), t: onTheme, '?': onHelp, '/': () => search.current?.focus() });
  const { model, node, ticket } = looking;
  const nodeAnswer = useDetail<NodeAnswer>(
    node !== null && model.nodes.has(node) ? `${node}@${model.seq}` : null,
    async () => source.node(about.sessionId, node ?? '', model.seq),
  );
  const ticketAnswer = useDetail<TicketAnswer>(ticket === null ? null : `${ticket}@${model.seq}`, async () =>
    source.ticket(about.sessionId, ticket ?? '', model.seq),
  );
  return (
    <div class="app">
      <Header
        about={about}
        session={model.session}
        connection={looking.isNow ? looking.connection : 'replaying'}
        onTheme={onTheme}
        onHelp={onHelp}
      />
      <TreePanel {...{ about, looks, looking, theme, search }} />
      <main>
        <ChartCard {...{ source, about, looks, looking, nodeAnswer, ticketAnswer }} />
        <DetailCard {...{ looking, nodeAnswer, ticketAnswer }} onDecide={decidingIn(source, about, looking)} />
        <Board tickets={[...model.tickets.values()]} selected={ticket} onSelect={looking.chooseTicket} />
      </main>
      <Timeline {...looking} theme={theme} onGo={looking.go} onPlay={looking.play} />
    </div>
  );
}

/** Nothing is decided about the past, nor in a file. */
function decidingIn({ decide }: Source, { sessionId }: SessionAbout, { isNow }: Looking): Deciding | undefined {
  if (!decide || !isNow) return undefined;
  return async (ticketId, decision) => decide(sessionId, ticketId, decision);
}

interface DetailProps {
  readonly looking: Looking;
  readonly nodeAnswer: NodeAnswer | undefined;
  readonly ticketAnswer: TicketAnswer | undefined;
  readonly onDecide: Deciding | undefined;
}

function DetailCard({ looking: { model, node, ticket }, nodeAnswer, ticketAnswer, onDecide }: DetailProps) {
  const title = ticket === null ? model.nodes.get(node ?? '')?.title : model.tickets.get(ticket)?.title;
  return (
    <section class="card detail-card" aria-label="Detail">
      <div class="head">
        <h2 title={title}>{title}</h2>
      </div>
      <div class="detail" tabIndex={0}>
        {ticket !== null ? ticketAnswer ? <TicketPanel answer={ticketAnswer} onDecide={onDecide} /> : null : null}
        {ticket === null && nodeAnswer ? <NodePanel model={model} answer={nodeAnswer} /> : null}
      </div>
    </section>
  );
}

const keysOf = ({ at, go, goNow, play, step }: Looking): Record<string, () => void> => ({
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  '[': () => go(at - 1),
  ']': () => go(at + 1),
  ' ': play,
  l: goNow,
});
