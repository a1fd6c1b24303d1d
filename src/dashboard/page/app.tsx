/** The page: a session where the address names one, else the list of them. */
import { useEffect, useState } from 'preact/hooks';
import type { SessionAbout } from '../wire.js';
import { Top, type TopActions } from './header.js';
import { Help } from './help.js';
import { useKeys } from './keys.js';
import { Problem } from './notice.js';
import { routeOf, type Route } from './route.js';
import { SessionView } from './session-view.js';
import { SessionsView } from './sessions-view.js';
import { SourceError, type Source } from './source.js';
import { useTheme } from './theme.js';

export function App({ source }: { source: Source }) {
  const [theme, onTheme] = useTheme();
  const [isHelping, setHelping] = useState(false);
  const route = useRoute();
  const { about, problem } = useAbout(source, route.session);
  const onHelp = () => {
    setHelping(!isHelping);
  };
  const actions = { onTheme, onHelp };
  useKeys({ t: onTheme, '?': onHelp });
  return (
    <>
      {route.session === null ? (
        <SessionsView source={source} {...actions} />
      ) : about?.sessionId === route.session ? (
        <SessionView key={about.sessionId} {...{ source, about, route, theme }} {...actions} />
      ) : (
        <Waiting problem={problem} {...actions} />
      )}
      {isHelping ? <Help onClose={onHelp} /> : null}
    </>
  );
}

function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const look = ({ newURL }: HashChangeEvent) => {
      setRoute(routeOf(new URL(newURL).hash));
    };
    addEventListener('hashchange', look);
    return () => {
      removeEventListener('hashchange', look);
    };
  }, []);
  return route;
}

const againMs = 2000;

/** Asked again while nobody answers; a refusal stands. */
function useAbout(source: Source, session: string | null) {
  const [about, setAbout] = useState<SessionAbout>();
  const [problem, setProblem] = useState<SourceError>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const fail = (error: unknown) => {
      if (!isWanted) return;
      const told = error instanceof SourceError ? error : new SourceError(String(error), '', 0);
      setProblem(told);
      if (told.status === 0) timer = setTimeout(ask, againMs);
    };
    const take = (told: SessionAbout) => {
      if (isWanted) setAbout(told);
    };
    const ask = () => {
      if (session !== null) source.about(session).then(take, fail);
    };
    setProblem(undefined);
    ask();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [session]);
  return { about, problem };
}

const Waiting = ({ problem, ...actions }: TopActions & { problem: SourceError | undefined }) => (
  <div class="app list">
    <Top {...actions}>
      <div class="space" />
    </Top>
    <main class="sessions">
      <h1 class="unseen">Session</h1>
      {problem ? <Problem problem={problem} way="#/" /> : <p class="empty">Reading the session…</p>}
    </main>
  </div>
);
