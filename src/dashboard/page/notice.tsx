/** Says that what is shown may be old, why, and what happens next. */
import type { LogDamage } from '../wire.js';
import type { Connection, SourceError } from './source.js';
import { clock } from './words.js';

interface NoticeProps {
  readonly connection: Connection;
  /** When the connection was last known to hold. */
  readonly asOf: number | null;
  readonly damage: LogDamage | null;
}

export function Notice({ connection, asOf, damage }: NoticeProps) {
  const shown = asOf === null ? 'Nothing has arrived yet.' : `What is shown is as of ${clock(asOf)}.`;
  if (connection === 'lost')
    return (
      <div class="notice" role="alert">
        <b>Connection lost.</b> {shown} The page tries again by itself; is Proctor still running?
      </div>
    );
  if (connection === 'refused')
    return (
      <div class="notice bad" role="alert">
        <b>Not let in.</b> {shown} Open the address that <code>proctor ui</code> printed, or{' '}
        <a href="#/">look at the list of sessions</a>.
      </div>
    );
  if (connection === 'gone')
    return (
      <div class="notice bad" role="alert">
        <b>This session is gone.</b> {shown} It was deleted or archived: <a href="#/">look at the list of sessions</a>.
      </div>
    );
  if (connection === 'damaged' && damage) return <Damaged damage={damage} />;
  return null;
}

/** In the words of the server; what it puts between backticks is to be typed. */
const Damaged = ({ damage: { seq, code, message, fix } }: { damage: LogDamage }) => (
  <div class="notice bad" role="alert">
    <b>
      {code === 'SESSION_DAMAGED' ? 'The journal is damaged' : 'The journal cannot be read here'} from record {seq} on.
    </b>{' '}
    What is shown stands before it. {message}{' '}
    {fix.split('`').map((text, index) => (index % 2 ? <code>{text}</code> : text))} The page goes on by itself when
    there is more to read.
  </div>
);

export const Problem = ({ problem, way }: { problem: SourceError; way?: string }) => (
  <div class="problem" role="alert">
    <b>{problem.message}</b>
    <p>
      {problem.status === 401 ? (
        <>
          Open the address that <code>proctor ui</code> printed: it lets this browser in.
        </>
      ) : (
        problem.fix
      )}
    </p>
    {way === undefined || problem.status === 401 ? null : <a href={way}>All sessions</a>}
  </div>
);
