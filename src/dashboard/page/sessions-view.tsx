/** Every session of the store, the latest first. */
import { useEffect, useState } from 'preact/hooks';
import type { SessionInfo } from '../wire.js';
import { Logo } from './header.js';
import type { Source } from './source.js';
import { SourceError } from './source.js';
import { ago } from './words.js';

const lookMs = 2000;

export function SessionsView({ source, onTheme }: { source: Source; onTheme: () => void }) {
  const [sessions, setSessions] = useState<readonly SessionInfo[]>();
  const [problem, setProblem] = useState<SourceError>();
  useEffect(() => {
    let isWanted = true;
    const look = () => {
      source.sessions().then(
        ({ items }) => {
          if (!isWanted) return;
          setSessions(items);
          setProblem(undefined);
        },
        (error: unknown) => {
          if (isWanted && error instanceof SourceError) setProblem(error);
        },
      );
    };
    look();
    const timer = setInterval(look, lookMs);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <div class="app list">
      <header>
        <Logo />
        <div class="crumb">
          <i>/</i>
          <h1>Sessions</h1>
        </div>
        <div class="space" />
        <button class="tag" aria-label="Light or dark" onClick={onTheme}>
          ◐
        </button>
      </header>
      <main class="sessions">
        {problem ? <Problem problem={problem} /> : null}
        {sessions?.length === 0 ? (
          <p class="empty">
            No sessions yet. Ask an agent that has Proctor to investigate something, or run <code>proctor demo</code>.
          </p>
        ) : null}
        <ul>
          {sessions?.map((session) => (
            <li>
              <a href={`#/${session.sessionId}`}>
                <span class={`dot ${session.open ? 'open' : ''}`} />
                <b>{session.query}</b>
                <span class="tag">{session.protocol}</span>
                <span>
                  {session.totalNodes} nodes, {session.tickets} tickets
                </span>
                <span>{session.outcome?.replace('_', ' ') ?? (session.open ? 'open' : 'done')}</span>
                <time>{ago(session.updatedAt, Date.now())}</time>
              </a>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

export const Problem = ({ problem }: { problem: SourceError }) => (
  <div class="problem" role="alert">
    <b>{problem.message}</b>
    <p>{problem.fix}</p>
  </div>
);
