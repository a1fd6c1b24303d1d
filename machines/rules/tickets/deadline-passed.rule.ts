/** Refuses an answer to an attempt whose time is over. */
import type { Failure, GateContext } from '../../measures/gate.js';
import type { Rule } from '../rule.js';
import type { GateFacts } from './ticket-rule.js';

interface Answer {
  /** Undefined: the attempt at work, whichever that is. */
  readonly attempt?: number | undefined;
  /** Undefined: whatever is overdue has been booked. */
  readonly at?: number;
}

/** The attempt answered has timed out, or the step at work has: booked and not tried again yet, or not even booked. */
export function isLate(gate: GateContext, { attempt = gate.attempt, at = 0 }: Answer): boolean {
  if (gate.timedOut.includes(attempt)) return true;
  const isOverdue = gate.deadline !== null && at > gate.deadline;
  const isOver = gate.wakeAt !== null || gate.escalation?.type === 'TIMEOUT';
  return attempt === gate.attempt && (isOverdue || isOver);
}

/** The step that was overrun in that attempt. */
function stepOf(gate: GateContext, attempt: number): string {
  const isIt = (failure: Failure) => failure.type === 'TIMEOUT' && failure.attempt === attempt;
  return gate.failures.findLast(isIt)?.step ?? gate.step;
}

export const deadlinePassed: Rule<GateFacts<Answer>> = {
  code: 'DEADLINE_PASSED',
  why: 'A limit that can be overrun is none.',
  check({ ticketId, gate, event }) {
    if (!isLate(gate, event)) return [];
    const { attempt = gate.attempt } = event;
    return [
      {
        subject: ticketId,
        message: `Attempt ${attempt} timed out (${stepOf(gate, attempt)}); this answer came too late.`,
        fix: 'Look with ticket_status: it says which attempt is open now, and until when.',
      },
    ];
  },
};
