/** The closure gate at a glance: each check, the lease, the run it rests on, and how independent the people are. */
import { isLive, type Ticket } from '../../machines/measures/board-ticket.js';
import { checks, type Check } from '../../machines/schema/ticket.js';

export interface CheckView {
  status: 'waiting' | 'passed' | 'failed';
  by?: string;
  at?: string;
}

export interface ClosureView {
  checks: Record<Check, CheckView>;
  round: number;
  lease?: string;
  run: string;
  rejections?: number;
  waitsForAccept?: true;
}

function checkView({ closure }: Ticket, check: Check): CheckView {
  const mark = closure.marks[check];
  if (!mark) return { status: 'waiting' };
  return { status: mark.passed ? 'passed' : 'failed', by: mark.by, at: new Date(mark.at).toISOString() };
}

// One for each of the three, so the record is whole.
const each = <T>(of: (check: Check) => T) =>
  Object.fromEntries(checks.map((check) => [check, of(check)])) as Record<Check, T>;

/** The three in a word each. */
export const checkWords = (ticket: Ticket): Record<Check, CheckView['status']> =>
  each((check) => checkView(ticket, check).status);

export function closureView(ticket: Ticket): ClosureView {
  const { round, lease, run, needsAccept, isAccepted } = ticket.closure;
  return {
    checks: each((check) => checkView(ticket, check)),
    round,
    ...(lease === null ? {} : { lease: new Date(lease).toISOString() }),
    run,
    ...(ticket.rejections.length > 0 ? { rejections: ticket.rejections.length } : {}),
    ...(needsAccept && !isAccepted && isLive(ticket) ? { waitsForAccept: true } : {}),
  };
}
