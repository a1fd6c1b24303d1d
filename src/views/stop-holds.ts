/** What keeps an agent of a role from stopping, in one session: the first few, each with its next call, and how many. */
import { holdCounts, holdsUp, type HoldCounts } from '../../machines/measures/stop-gate.js';
import type { StopRole } from '../../machines/schema/command.js';
import type { SessionState } from '../session/state.js';
import { nextStep } from './next-step.js';
import { ticketNext } from './ticket-next.js';

export interface Hold {
  /** Undefined for the investigation itself. */
  ticketId?: string;
  /** A ticket's title, or what is investigated: as an agent wrote it. */
  title: string;
  state: string;
  next: string;
}

export interface StopHolds {
  holds: Hold[];
  count: number;
}

/** As many as a record names. */
const holdsMax = 20;

const isInvestigating = ({ info, ended }: Pick<SessionState, 'info' | 'ended'>): boolean =>
  info.kind === 'investigation' && !ended;

/** The same, counted for every role. */
export function holdsOf(state: SessionState): HoldCounts {
  const counts = holdCounts(state.board.all());
  return { ...counts, solo: counts.solo + Number(isInvestigating(state)) };
}

export function stopHolds(state: SessionState, role: StopRole): StopHolds {
  const held = state.board.all().filter((ticket) => holdsUp(role, ticket));
  const tickets = held.slice(0, holdsMax).map((ticket): Hold => {
    const { id, contract, status, gate } = ticket;
    const at = status === 'in_progress' ? `gate ${gate.state}` : status;
    return { ticketId: id, title: contract.title, state: at, next: ticketNext(ticket) };
  });
  const isOwn = role === 'solo' && isInvestigating(state);
  const own = isOwn ? [{ title: state.info.query, state: 'open', next: nextStep(state) }] : [];
  return { holds: [...own, ...tickets], count: held.length + own.length };
}
