/** The tab's title: which session, and how it stands. */
import type { SessionAbout } from '../wire.js';
import type { Looking } from './use-session.js';

type Seen = Pick<Looking, 'model' | 'isNow' | 'at' | 'connection'>;

export function titleOf({ query, kind }: Pick<SessionAbout, 'query' | 'kind'>, seen: Seen): string {
  return [standing(kind, seen), query, 'Proctor'].filter(Boolean).join(' · ');
}

function standing(kind: SessionAbout['kind'], { model, isNow, at, connection }: Seen): string {
  if (!isNow) return `Replay #${at}`;
  if (['lost', 'refused', 'gone'].includes(connection)) return 'Not connected';
  const tickets = [...model.tickets.values()];
  const waiting = tickets.filter(({ waitsForPerson }) => waitsForPerson).length;
  if (waiting > 0) return `(${waiting}) waits for you`;
  if (kind === 'tickets')
    return `${tickets.filter(({ status }) => status === 'closed').length}/${tickets.length} closed`;
  if (!model.session) return '';
  const { outcome, round, rounds } = model.session;
  return outcome?.replaceAll('_', ' ') ?? `Round ${round}/${rounds}`;
}
