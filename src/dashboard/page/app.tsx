/** The page: a session where the address names one, else the list of them. */
import { useEffect, useState } from 'preact/hooks';
import type { SessionAbout } from '../wire.js';
import { keyHelp } from './keys.js';
import { remember, remembered } from './remembered.js';
import { routeOf } from './route.js';
import { SessionView } from './session-view.js';
import { Problem, SessionsView } from './sessions-view.js';
import { SourceError, type Source } from './source.js';

type Theme = 'dark' | 'light';

const themeKey = 'proctor-theme';
const preferred = (): Theme => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() => (remembered(themeKey) as Theme | null) ?? preferred());
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const toggle = () => {
    const other = theme === 'dark' ? 'light' : 'dark';
    remember(themeKey, other);
    setTheme(other);
  };
  return [theme, toggle];
}

export function App({ source }: { source: Source }) {
  const [theme, toggleTheme] = useTheme();
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [about, setAbout] = useState<SessionAbout>();
  const [problem, setProblem] = useState<SourceError>();
  const [isHelping, setHelping] = useState(false);
  useEffect(() => {
    const look = () => {
      setRoute(routeOf(location.hash));
    };
    addEventListener('hashchange', look);
    return () => {
      removeEventListener('hashchange', look);
    };
  }, []);
  useEffect(() => {
    setAbout(undefined);
    setProblem(undefined);
    if (route.session === null) return;
    source.about(route.session).then(setAbout, (error: unknown) => {
      setProblem(error instanceof SourceError ? error : new SourceError(String(error), '', 0));
    });
  }, [route.session]);
  const help = () => {
    setHelping(!isHelping);
  };
  return (
    <>
      {route.session === null ? (
        <SessionsView source={source} onTheme={toggleTheme} />
      ) : problem ? (
        <Problem problem={problem} />
      ) : about ? (
        <SessionView key={about.sessionId} {...{ source, about, route, theme }} onTheme={toggleTheme} onHelp={help} />
      ) : null}
      {isHelping ? <Help onClose={help} /> : null}
    </>
  );
}

const Help = ({ onClose }: { onClose: () => void }) => (
  <div class="veil" onClick={onClose}>
    <div class="help" role="dialog" aria-modal="true" aria-label="Keys">
      <h2>Keys</h2>
      <dl>
        {keyHelp.map(([keys, does]) => (
          <>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <button class="tag" onClick={onClose}>
        Close
      </button>
    </div>
  </div>
);
