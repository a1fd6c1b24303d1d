/** Refuses a call for which the ticket is not in the right state, and names what is possible. */
import { passedOn, type GateContext } from '../../measures/gate.js';
import { gateNumbers, type GateState, type TicketStatus } from '../../schema/ticket.js';
import type { Rule } from '../rule.js';
import type { ReportFigures, StatusFacts } from './ticket-rule.js';

/** While a review is awaited only a sound success on files that changed since the run goes back to the run. */
export const mayResubmit = (gate: GateContext, event: ReportFigures): boolean =>
  event.status === 'success' &&
  event.contradictions.length === 0 &&
  gate.lastRun?.filesId !== event.filesId &&
  gate.resubmits < gateNumbers.resubmitsMax;

/** Each step may be extended once in a ticket's life, after it timed out. */
export const mayExtend = ({ escalation, extended }: GateContext): boolean =>
  escalation?.type === 'TIMEOUT' && !extended.includes(escalation.step);

export const mayAcknowledge = ({ escalation }: GateContext): boolean => escalation?.type === 'FLAKY';

/** Only work that has passed, as it is now, can be reviewed again. */
export const mayRereview = (gate: GateContext, { filesId }: { filesId: string }): boolean => passedOn(gate, filesId);

const next: Readonly<Record<GateState, string>> = {
  PENDING: 'It is not started: ticket_start.',
  EXECUTING: 'The executor is at work: ticket_submit with its result.',
  VERIFYING: 'The verify command runs: wait, and look with ticket_status.',
  REVIEWING: 'It waits for an architect: ticket_review; ticket_submit only after the files were changed.',
  FAILED: 'It timed out and starts again in a moment: look with ticket_status.',
  BLOCKED: 'It waits for its blocker, or for a person (proctor decide … unblock).',
  ESCALATED: 'It waits for a person, who can see what is possible with: proctor decide, and the ticket’s id.',
  APPROVED: 'It is approved and handed off.',
  SKIPPED: 'A person skipped its verification; it is handed off.',
  FORCED: 'A person forced it; it is handed off.',
};

/** Once handed off, what happens next is the ticket's to say. */
const nextOf: Partial<Record<TicketStatus, string>> = {
  impl_complete: 'It is handed off: an overseer who took no part in it calls ticket_validate.',
  s3_validating: 'It is being validated: ticket_report for each check; ticket_status shows which are left.',
  closed: 'It is closed; open a new ticket for more work.',
  withdrawn: 'It was given up by a person; open a new ticket.',
};

export const wrongStatus: Rule<StatusFacts> = {
  code: 'WRONG_STATUS',
  why: 'The gate has an order, and a step out of it would prove nothing.',
  check({ ticketId, ticket, call, isTaken }) {
    if (isTaken) return [];
    const { status, gate } = ticket;
    const isOver = status === 'withdrawn' || status === 'closed';
    const where = isOver ? status : `${status}, its gate ${gate.state}`;
    return [
      {
        subject: ticketId,
        message: `${call} is not possible now: ${ticketId} is ${where}.`,
        fix: nextOf[status] ?? next[gate.state],
      },
    ];
  },
};
