/** Where one is: project and question, the round, what stands before the end, and whether this is now. */
import type { ComponentChildren } from 'preact';
import type { SessionAbout, SessionLine } from '../wire.js';
import type { Connection } from './source.js';
import type { Looking } from './use-session.js';
import { folderOf } from './words.js';

const words: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  damaged: 'Journal damaged',
  lost: 'Connection lost',
  refused: 'Not let in',
  gone: 'Gone',
  file: 'Exported',
};

export interface TopActions {
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

interface HeaderProps extends TopActions {
  readonly about: SessionAbout;
  readonly looking: Looking;
}

export function Header({ about, looking, ...actions }: HeaderProps) {
  const { session } = looking.model;
  return (
    <Top {...actions}>
      <div class="crumb">
        <i>/</i>
        <span title={about.projectDir}>{folderOf(about.projectDir)}</span>
        <i>/</i>
        <h1 title={about.query}>{about.query}</h1>
      </div>
      <div class="space" />
      {about.kind === 'investigation' && session ? <Standing session={session} /> : null}
      <Now looking={looking} />
    </Top>
  );
}

/** Live, or not: then what is shown instead, and the way back. */
function Now({ looking: { isNow, connection, at, entries, goNow } }: { looking: Looking }) {
  const says = isNow ? words[connection] : `Read-only replay: ${at} of ${entries.length}`;
  return (
    <>
      <span class={`tag pulse ${isNow ? connection : 'replaying'}`} role="status">
        {says}
      </span>
      {isNow ? null : (
        <button class="tag back" onClick={goNow}>
          Back to live <kbd>l</kbd>
        </button>
      )}
    </>
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
        <span class={`tag outcome ${outcome}`}>{outcome.replaceAll('_', ' ')}</span>
      ) : (
        <span class={`tag ${blocker === null ? 'free' : 'block'}`} title={blocker ?? undefined}>
          {blocker === null ? 'Can end' : `Cannot end: ${blocker}`}
        </span>
      )}
    </>
  );
}

/** The same in every view. */
export const Top = ({ onTheme, onHelp, children }: TopActions & { children: ComponentChildren }) => (
  <header>
    <a class="logo" href="#/" title="All sessions">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect x="1" y="1" width="18" height="18" rx="5" />
        <path d="M5.2 10.3l3.2 3.2 6.4-7" />
      </svg>
      Proctor
    </a>
    {children}
    <button class="tag icon" aria-label="Keys" title="Keys" onClick={onHelp}>
      <kbd>?</kbd>
    </button>
    <button class="tag icon" aria-label="Light or dark" title="Light or dark: t" onClick={onTheme}>
      ◐
    </button>
  </header>
);
