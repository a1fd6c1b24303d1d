/** What time, or a process that is gone, asks of a ticket now. Pure but for asking whether a process lives. */
import type { Board } from '../../../machines/measures/board.js';
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { isLeaseOver } from '../../../machines/measures/closure.js';
import type { CommandOf } from '../../../machines/schema/command.js';

type DueCommand = CommandOf<'gate.ran' | 'gate.expire' | 'gate.wake' | 'closure.ran' | 'closure.expire'>;

export interface DueOptions {
  readonly now: number;
  /** Somebody asks about this ticket: a run its caller cancelled is taken up again. Time alone does not do that. */
  readonly isAsked: boolean;
  /** How long past the deadline the process that runs the command may take to say so itself. */
  readonly runGraceMs: number;
  /** Why nobody makes the run that is awaited; undefined while somebody does, here or elsewhere. */
  readonly whyNotRunning: (ticket: Ticket) => Promise<string | undefined>;
}

export const runGraceMs = 5000;
export const processGone = 'the process that ran it is gone';

/** A run cut short is booked before any time-out: nobody lost time by their own fault. */
export async function dueOf(ticket: Ticket, options: DueOptions): Promise<DueCommand | undefined> {
  const { id: ticketId, gate, isPaused } = ticket;
  const { deadline, wakeAt, runs } = gate.context;
  const { now, isAsked } = options;
  if (ticket.status === 'withdrawn') return undefined;
  if (ticket.status === 's3_validating') return closingDue(ticket, options);
  const isVerifying = gate.state === 'VERIFYING';
  const whyNot = isVerifying ? await options.whyNotRunning(ticket) : undefined;
  if (whyNot !== undefined && (!isPaused || isAsked)) {
    const cutShort = isPaused ? 'taken up again after it was cancelled' : whyNot;
    return { type: 'gate.ran', ticketId, runId: runs, cutShort };
  }
  const grace = isVerifying && whyNot === undefined ? options.runGraceMs : 0;
  if (deadline !== null && now > deadline + grace) return { type: 'gate.expire', ticketId };
  if (gate.state === 'FAILED' && wakeAt !== null && now >= wakeAt) return { type: 'gate.wake', ticketId };
  return undefined;
}

async function closingDue(ticket: Ticket, { now, whyNotRunning }: DueOptions): Promise<DueCommand | undefined> {
  const { id: ticketId, closure } = ticket;
  const cutShort = closure.run === 'running' ? await whyNotRunning(ticket) : undefined;
  if (cutShort !== undefined) return { type: 'closure.ran', ticketId, runId: closure.runs, cutShort };
  return isLeaseOver(closure, now) ? { type: 'closure.expire', ticketId } : undefined;
}

/** When to look again; undefined where nothing will be due by itself. */
export function nextDue(tickets: readonly Ticket[]): number | undefined {
  const times = tickets.flatMap(({ gate: { state, context }, closure }) => [
    ...(closure.lease === null ? [] : [closure.lease + 1]),
    ...(context.deadline === null ? [] : [context.deadline + 1 + (state === 'VERIFYING' ? runGraceMs : 0)]),
    ...(context.wakeAt === null ? [] : [context.wakeAt]),
  ]);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** When a session has to be looked at without anybody asking; now, where a process owes a run or a commit and may be gone. */
export function dueAtOf(board: Board): number | null {
  const active = board.active();
  const isOwed = ({ gate, isPaused, closure }: Ticket) =>
    (gate.state === 'VERIFYING' && !isPaused) || closure.run === 'running';
  if (active.some(isOwed) || board.all().some(({ commit }) => commit === 'wanted')) return 0;
  return nextDue(active) ?? null;
}
