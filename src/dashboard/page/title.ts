/** The tab's title: which session, and how it stands; or that some session waits. */
import type { SessionAbout, SessionInfo } from '../wire.js';
import type { Looking } from './use-session.js';

type Seen = Pick<Looking, 'model' | 'isNow' | 'at' | 'connection'>;

export function titleOf({ query, kind }: Pick<SessionAbout, 'query' | 'kind'>, seen: Seen): string {
  return [standing(kind, seen), query, 'Proctor'].filter(Boolean).join(' · ');
}

function standing(kind: SessionAbout['kind'], { model, isNow, at, connection }: Seen): string {
  if (!isNow) return `Replay #${at}`;
  if (['lost', 'refused', 'gone'].includes(connection)) return 'Not connected';
  if (connection === 'damaged') return 'Journal damaged';
  const tickets = [...model.tickets.values()];
  const waiting = tickets.filter(({ waitsForPerson }) => waitsForPerson).length;
  if (waiting > 0) return waits(waiting);
  if (kind === 'tickets')
    return `${tickets.filter(({ status }) => status === 'closed').length}/${tickets.length} closed`;
  if (!model.session) return '';
  const { outcome, round, rounds } = model.session;
  return outcome?.replaceAll('_', ' ') ?? `Round ${round}/${rounds}`;
}

export function listTitleOf(sessions: readonly Pick<SessionInfo, 'ticketsForPerson'>[]): string {
  const waiting = sessions.reduce((sum, { ticketsForPerson }) => sum + ticketsForPerson, 0);
  return [waiting > 0 ? waits(waiting) : '', 'Sessions', 'Proctor'].filter(Boolean).join(' · ');
}

const waits = (count: number): string => `(${count}) ${count === 1 ? 'waits' : 'wait'} for you`;
