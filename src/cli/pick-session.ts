/** Finds the session a person means: its id, or as much of it as tells it from the others. */
import type { SessionId } from '../../machines/schema/id.js';
import { plain } from '../views/escape.js';
import type { Store } from '../store/store.js';
import { Refused } from './command.js';

const prefixCharsMin = 8;
const shownMax = 5;

export async function pickSession(store: Store, wanted: string): Promise<SessionId> {
  const picked = pickFrom(await store.sessions(), wanted);
  if (picked !== undefined) return picked;
  throw notThere(named(wanted), await isArchived(store, wanted), store.root);
}

export async function pickArchived(store: Store, wanted: string): Promise<SessionId> {
  const picked = pickFrom(await store.archived(), wanted);
  if (picked !== undefined) return picked;
  throw new Refused(
    'SESSION_NOT_FOUND',
    `There is no session ${named(wanted)} in the archive of ${store.root}.`,
    'See proctor archive --list.',
  );
}

const named = (wanted: string): string => plain(JSON.stringify(wanted.slice(0, 60)));

/** Undefined where none is meant. */
function pickFrom(ids: readonly SessionId[], wanted: string): SessionId | undefined {
  const matches = ids.filter((id) => isMeant(id, wanted));
  if (matches.includes(wanted)) return wanted;
  if (matches.length <= 1) return matches[0];
  const shown = matches.slice(0, shownMax).join(', ');
  const more = matches.length > shownMax ? ` and ${matches.length - shownMax} more` : '';
  throw new Refused(
    'SESSION_AMBIGUOUS',
    `${named(wanted)} could be ${shown}${more}.`,
    'Give a few more characters of the id.',
  );
}

const isMeant = (id: string, wanted: string): boolean =>
  wanted !== '' && (id.startsWith(wanted) || id.startsWith(`s-${wanted}`));

const isArchived = async (store: Store, wanted: string): Promise<boolean> =>
  (await store.archived()).some((id) => isMeant(id, wanted));

function notThere(name: string, archived: boolean, root: string): Refused {
  const where = archived ? `Session ${name} is in the archive.` : `There is no session ${name} in ${root}.`;
  const fix = archived
    ? 'To bring it back, run proctor archive --restore with its id.'
    : 'See proctor status --all for the list; --data or PROCTOR_DATA names another store.';
  return new Refused('SESSION_NOT_FOUND', where, fix);
}

/** Beginnings that tell each id from all others, long enough to stay so for a while. */
export function shortIds(ids: readonly SessionId[]): (id: SessionId) => string {
  const sorted = [...ids].sort();
  let chars = prefixCharsMin;
  for (let at = 1; at < sorted.length; at += 1) chars = Math.max(chars, 1 + shared(sorted[at - 1], sorted[at]));
  return (id) => id.slice(0, chars);
}

function shared(id = '', other = ''): number {
  let at = 0;
  while (at < id.length && id[at] === other[at]) at += 1;
  return at;
}
