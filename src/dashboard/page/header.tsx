/** Where one is: project and question, the round, what stands before the end, and whether this is now. */
import type { SessionAbout, SessionLine } from '../wire.js';
import type { Connection } from './source.js';

const words: Readonly<Record<Connection | 'replaying', string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost, trying again',
  refused: 'Not let in: open the address that proctor ui printed',
  file: 'Exported',
  replaying: 'Replaying',
};

interface HeaderProps {
  readonly about: SessionAbout;
  readonly session: SessionLine | undefined;
  readonly connection: Connection | 'replaying';
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

export function Header({ about, session, connection, onTheme, onHelp }: HeaderProps) {
  const project = about.projectDir.split('/').filter(Boolean).at(-1) ?? '';
  return (
    <header>
      <Logo />
      <div class="crumb">
        <i>/</i>
        {project}
        <i>/</i>
        <h1 title={about.query}>{about.query}</h1>
      </div>
      <div class="space" />
      {about.kind === 'investigation' && session ? <Standing session={session} /> : null}
      <span class={`tag live ${connection}`} role="status">
        {words[connection]}
      </span>
      <button class="tag" aria-label="Keys" onClick={onHelp}>
        <kbd>?</kbd>
      </button>
      <button class="tag" aria-label="Light or dark" onClick={onTheme}>
        ◐
      </button>
    </header>
  );
}

function Standing({ session: { round, rounds, blocker, outcome } }: { session: SessionLine }) {
  return (
    <>
      <span class="tag">
        Round{' '}
        <b>
          {round} / {rounds}
        </b>
      </span>
      {outcome !== null ? (
        <span class={`tag outcome ${outcome}`}>{outcome.replace('_', ' ')}</span>
      ) : (
        <span class={`tag ${blocker === null ? 'free' : 'block'}`} title={blocker ?? undefined}>
          {blocker === null ? 'Can end' : `Cannot end: ${blocker}`}
        </span>
      )}
    </>
  );
}

export const Logo = () => (
  <a class="logo" href="#/">
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1" y="1" width="18" height="18" rx="5" />
      <path d="M5.2 10.3l3.2 3.2 6.4-7" />
    </svg>
    Proctor
  </a>
);
