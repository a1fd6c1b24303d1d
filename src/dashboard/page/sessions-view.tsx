/** Every session of the store: those that wait for a person first, then the latest. */
import { useEffect, useState } from 'preact/hooks';
import type { SessionInfo } from '../wire.js';
import { Top, type TopActions } from './header.js';
import { useKeys } from './keys.js';
import { Problem } from './notice.js';
import { SourceError, type Source } from './source.js';
import { listTitleOf } from './title.js';
import { ago, clock, counted, day, folderOf } from './words.js';

const lookMs = 2000;

interface Seen {
  readonly items?: readonly SessionInfo[];
  readonly hasMore?: boolean;
  /** When they were. */
  readonly at: number;
  readonly problem?: SourceError;
}

export function SessionsView({ source, ...actions }: TopActions & { source: Source }) {
  const { items, hasMore, at, problem } = useSessions(source);
  const [text, setText] = useState('');
  const title = listTitleOf(items ?? []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const focus = () => document.querySelector<HTMLInputElement>('.search input')?.focus();
  useKeys({ '/': focus });
  const shown = items?.filter((session) => isLike(session, text.toLowerCase()));
  return (
    <div class="app list">
      <Top {...actions}>
        <div class="crumb">
          <i>/</i>
          <h1>Sessions</h1>
        </div>
        <div class="space" />
      </Top>
      <main class="sessions">
        {problem ? <Problem problem={problem} /> : null}
        {problem && items ? (
          <p class="empty">What is shown is as of {clock(at)}. The page tries again by itself.</p>
        ) : null}
        {items && items.length > 0 ? <Search text={text} onText={setText} /> : null}
        {items || problem ? null : <p class="empty">Reading the sessions…</p>}
        {items?.length === 0 ? <None /> : null}
        {items && items.length > 0 && shown?.length === 0 ? <p class="empty">No session is like that.</p> : null}
        {groupsOf(shown ?? []).map(([name, sessions]) => (
          <section>
            <h2>
              {name} <small>{sessions.length}</small>
            </h2>
            <ul>
              {sessions.map((session) => (
                <li key={session.sessionId}>
                  <Session session={session} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {items && hasMore ? <Others shown={items.length} /> : null}
      </main>
    </div>
  );
}

function useSessions(source: Source): Seen {
  const [seen, setSeen] = useState<Seen>({ at: 0 });
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const list = await source.sessions();
        if (isWanted) setSeen({ ...list, at: Date.now() });
      } catch (error) {
        const problem = error instanceof SourceError ? error : new SourceError(String(error), '', 0);
        if (isWanted) setSeen((before) => ({ ...before, problem }));
      }
      if (isWanted) timer = setTimeout(() => void look(), lookMs);
    };
    void look();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
  return seen;
}

/** Enough to tell it from the others, and for any command that takes an id. */
const shortId = (sessionId: string): string => sessionId.slice(0, 8);

const waitsForYou = ({ ticketsForPerson }: SessionInfo): boolean => ticketsForPerson > 0;

const isLike = ({ query, projectDir, protocol, sessionId }: SessionInfo, text: string): boolean =>
  [query, projectDir, protocol, sessionId].some((each) => each.toLowerCase().includes(text));

/** What waits for whoever looks, then what is open; within each, as they come: the latest change first. */
function groupsOf(sessions: readonly SessionInfo[]): [name: string, sessions: SessionInfo[]][] {
  const groups: [string, SessionInfo[]][] = [
    ['Waiting for you', sessions.filter(waitsForYou)],
    ['Open', sessions.filter((session) => session.open && !waitsForYou(session))],
    ['Done', sessions.filter((session) => !session.open && !waitsForYou(session))],
  ];
  return groups.filter(([, inIt]) => inIt.length > 0);
}

const Search = ({ text, onText }: { text: string; onText: (text: string) => void }) => (
  <label class="search">
    <span aria-hidden="true">⌕</span>
    <input
      type="search"
      placeholder="Filter by question, project or protocol"
      aria-label="Filter sessions"
      value={text}
      onInput={(event) => {
        onText(event.currentTarget.value);
      }}
    />
    <kbd>/</kbd>
  </label>
);

const Others = ({ shown }: { shown: number }) => (
  <p class="empty">
    {`The ${shown} that wait for you or changed last are shown. `}
    <code>proctor status --all</code> lists every one.
  </p>
);

const None = () => (
  <div class="first">
    <h2>No sessions yet</h2>
    <p>
      Ask an agent that has Proctor to investigate something, and watch it here. To see one at once, run{' '}
      <code>proctor demo --keep</code>.
    </p>
  </div>
);

function Session({ session }: { session: SessionInfo }) {
  const { sessionId, query, open, protocol, projectDir, totalNodes, currentRound, tickets, updatedAt } = session;
  const counts = [
    totalNodes > 0 ? `${counted(totalNodes, 'node')}, round ${currentRound}` : '',
    tickets > 0 ? counted(tickets, 'ticket') : '',
  ];
  return (
    <a href={`#/${sessionId}`}>
      <span class={`dot ${open ? 'open' : ''}`} />
      <span class="what">
        <b>{query}</b>
        <small>
          <span title={projectDir}>{folderOf(projectDir)}</span> · {protocol}
          {counts.filter(Boolean).map((count) => ` · ${count}`)} · <code title={sessionId}>{shortId(sessionId)}</code>
        </small>
      </span>
      <Share session={session} />
      <span class="tags">
        {session.damaged ? <span class="tag bad">journal damaged</span> : null}
        {session.repaired > 0 ? <span class="tag bad">journal repaired</span> : null}
        {waitsForYou(session) ? <WaitsForYou count={session.ticketsForPerson} /> : null}
        {session.dueAt !== null && !waitsForYou(session) ? <span class="tag block">waiting</span> : null}
        {session.outcome ? (
          <span class={`tag outcome ${session.outcome}`}>{session.outcome.replaceAll('_', ' ')}</span>
        ) : null}
      </span>
      <time title={day(updatedAt)}>{ago(updatedAt, Date.now())}</time>
    </a>
  );
}

const WaitsForYou = ({ count }: { count: number }) => (
  <span class="tag for-you">
    <span aria-hidden="true">!</span>
    {counted(count, 'ticket')} {count === 1 ? 'waits' : 'wait'} for you
  </span>
);

/** Which share of the nodes is in which state. */
function Share({ session: { byState } }: { session: SessionInfo }) {
  const states = Object.entries(byState);
  if (states.length === 0) return <span class="share none" />;
  const label = states.map(([state, count]) => `${count} ${state}`).join(', ');
  return (
    <span class="share" role="img" aria-label={label} title={label}>
      {states.map(([state, count]) => (
        <i class={state} style={{ flexGrow: String(count) }} />
      ))}
    </span>
  );
}
