/** The closure gate at a glance: each check, the lease, the run it rests on, and how independent the people are. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
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
  waitsForAccept?: true;
}

function checkView({ closure }: Ticket, check: Check): CheckView {
  const mark = closure.marks[check];
  if (!mark) return { status: 'waiting' };
  return { status: mark.passed ? 'passed' : 'failed', by: mark.by, at: new Date(mark.at).toISOString() };
}

export function closureView(ticket: Ticket): ClosureView {
  const { round, lease, run, needsAccept, isAccepted } = ticket.closure;
  return {
    // One for each of the three, so the record is whole.
    checks: Object.fromEntries(checks.map((check) => [check, checkView(ticket, check)])) as Record<Check, CheckView>,
    round,
    ...(lease === null ? {} : { lease: new Date(lease).toISOString() }),
    run,
    ...(needsAccept && !isAccepted ? { waitsForAccept: true } : {}),
  };
}
