/** One session: outline, chart, detail, board and time-line, at the last record or at any before it. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { NodeAnswer, SessionAbout, StateLook, TicketAnswer } from '../wire.js';
import { Board } from './board.js';
import { ChartCard } from './chart-card.js';
import { CopyLink } from './copy-link.js';
import type { Deciding } from './decide-form.js';
import { Header, type TopActions } from './header.js';
import { useKeys } from './keys.js';
import { NodePanel } from './node-panel.js';
import { Notice, Problem } from './notice.js';
import type { Route } from './route.js';
import type { Source } from './source.js';
import type { Theme } from './theme.js';
import { TicketPanel } from './ticket-panel.js';
import { Timeline } from './timeline.js';
import { titleOf } from './title.js';
import { TreePanel } from './tree-panel.js';
import { useDetail, type Detail } from './use-detail.js';
import { useSession, type Looking } from './use-session.js';
import { OutputsOf, type Outputs } from './whole-output.js';

interface SessionProps extends TopActions {
  readonly source: Source;
  readonly about: SessionAbout;
  readonly route: Route;
  readonly theme: Theme;
}

export function SessionView({ source, about, route, theme, ...actions }: SessionProps) {
  const looking = useSession(source, about, route);
  const search = useRef<HTMLInputElement>(null);
  const looks = useMemo(() => new Map(about.states.map((look) => [look.state, look])), [about]);
  useKeys({ ...keysOf(looking), '/': () => search.current?.focus() });
  const { model, node, ticket, connection } = looking;
  // Asked again when the connection is back.
  const as = `@${model.seq} ${connection === 'lost' ? 'lost' : ''}`;
  const nodeDetail = useDetail<NodeAnswer>(node !== null && model.nodes.has(node) ? `${node}${as}` : null, async () =>
    source.node(about.sessionId, node ?? '', model.seq),
  );
  const ticketDetail = useDetail<TicketAnswer>(ticket === null ? null : `${ticket}${as}`, async () =>
    source.ticket(about.sessionId, ticket ?? '', model.seq),
  );
  const outputs = useMemo(() => outputsIn(source, about), [source, about]);
  const title = titleOf(about, looking);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const { value: nodeAnswer } = nodeDetail;
  const { value: ticketAnswer } = ticketDetail;
  return (
    <div class={`app ${about.kind === 'tickets' ? 'no-tree' : ''}`}>
      <Header {...{ about, looking }} {...actions} />
      <Notice {...{ connection }} asOf={looking.asOf} damage={looking.damage} />
      {about.kind === 'tickets' ? null : <TreePanel {...{ about, looks, looking, theme, search }} />}
      <main class={model.tickets.size === 0 ? 'no-tickets' : ''}>
        <ChartCard {...{ source, about, looks, looking, nodeAnswer, ticketAnswer }} />
        <OutputsOf.Provider value={outputs}>
          <DetailCard {...{ looks, looking, nodeDetail, ticketDetail }} onDecide={decidingIn(source, about, looking)} />
        </OutputsOf.Provider>
        <Board tickets={[...model.tickets.values()]} selected={ticket} onSelect={looking.chooseTicket} />
      </main>
      <Timeline looking={looking} theme={theme} />
    </div>
  );
}

/** Nothing is decided about the past, nor in a file. */
function decidingIn({ decide }: Source, { sessionId }: SessionAbout, { isNow }: Looking): Deciding | undefined {
  if (!decide || !isNow) return undefined;
  return async (ticketId, decision) => decide(sessionId, ticketId, decision);
}

const outputsIn = ({ output }: Source, { sessionId }: SessionAbout): Outputs | undefined =>
  output && (async (hash) => output(sessionId, hash));

interface DetailProps {
  readonly looks: ReadonlyMap<string, StateLook>;
  readonly looking: Looking;
  readonly nodeDetail: Detail<NodeAnswer>;
  readonly ticketDetail: Detail<TicketAnswer>;
  readonly onDecide: Deciding | undefined;
}

function DetailCard({ looks, looking, nodeDetail, ticketDetail, onDecide }: DetailProps) {
  const { model, node, ticket } = looking;
  const title = ticket === null ? model.nodes.get(node ?? '')?.title : model.tickets.get(ticket)?.title;
  const { isOld, problem } = ticket === null ? nodeDetail : ticketDetail;
  return (
    <section class="card detail-card" aria-label="Detail">
      <div class="head">
        <h2 title={title}>{title ?? 'Detail'}</h2>
        {title === undefined ? null : <CopyLink href={looking.hrefOf({ node, ticket })} />}
      </div>
      <div
        class={`detail ${isOld ? 'old' : ''}`}
        tabIndex={0}
        role="group"
        aria-label="All that is known of it"
        aria-busy={isOld}
      >
        {problem ? <Problem problem={problem} /> : null}
        {title === undefined ? <NotThere looking={looking} /> : null}
        {ticket !== null && ticketDetail.value ? <TicketPanel answer={ticketDetail.value} onDecide={onDecide} /> : null}
        {ticket === null && nodeDetail.value ? <NodePanel {...{ looks, looking }} answer={nodeDetail.value} /> : null}
      </div>
    </section>
  );
}

/** A permalink may name what a replay has not come to, or what was withdrawn. */
const NotThere = ({ looking: { node, entries, isNow } }: { looking: Looking }) => (
  <p class="empty">
    {node === null || entries.length === 0
      ? 'Choose a node or a ticket to see all that is known of it.'
      : isNow
        ? `${node} is not part of this session; it may have been withdrawn. Go back in the time-line to see it.`
        : `${node} was not there yet at this record. Go on in the time-line.`}
  </p>
);

function keysOf({ at, go, goNow, play, step, toEnd, inward, outward }: Looking): Record<string, () => void> {
  const [next, previous] = [() => step(1), () => step(-1)];
  return {
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    ArrowRight: inward,
    ArrowLeft: outward,
    Home: () => toEnd('first'),
    End: () => toEnd('last'),
    '[': () => go(at - 1),
    ']': () => go(at + 1),
    ' ': play,
    l: goNow,
  };
}
