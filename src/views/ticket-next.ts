/** One sentence that names the next call about a ticket. */
import type { Ticket } from '../../machines/measures/board-ticket.js';

/** Why a person is asked, by the type of the escalation. */
export const waitsFor: Readonly<Record<string, string>> = {
  EXECUTION_FAILURE: 'its retries are used up',
  VERIFY_FAILURE: 'its retries are used up',
  MALFORMED: 'its retries are used up',
  ARCHITECT_REJECTION: 'the architect rejected it twice',
  TIMEOUT: 'it timed out again',
  BLOCKED: 'it is blocked by something no ticket can solve',
  FLAKY: 'its command passes only sometimes',
  REVIEW: 'the architect is not sure',
  ASKED: 'somebody asked for one',
};

export function ticketNext(ticket: Ticket): string {
  const { id, status, gate, isFlagged } = ticket;
  const { attempt, escalation, blocker, counted, attemptsMax } = gate.context;
  if (status === 'withdrawn') return `${id} was withdrawn by a person.`;
  if (isFlagged) return `${id} is handed off and waits for a person: somebody asked for one.`;
  switch (gate.state) {
    case 'PENDING':
      return `Call ticket_start for ${id} when work on it begins.`;
    case 'EXECUTING': {
      const again = attempt > 1 ? ' Read the feedback first.' : '';
      const last = counted >= attemptsMax ? ' This is the last attempt before a person is asked.' : '';
      return `Do the work of ${id}, then call ticket_submit with attempt ${attempt}.${again}${last}`;
    }
    case 'VERIFYING':
      return `Proctor runs the verify command of ${id}; look again with ticket_status.`;
    case 'REVIEWING':
      return `Have an agent that did not execute ${id} review it: ticket_status shows the done criteria, ticket_review takes a finding for each.`;
    case 'FAILED':
      return `${id} timed out; it goes on after a pause. Look again with ticket_status.`;
    case 'BLOCKED':
      return blocker === null
        ? `A person looks into ${id}; go on with other tickets.`
        : `${id} waits for ${blocker}; go on with ${blocker} or other tickets.`;
    case 'ESCALATED':
      return `${id} waits for a person (${waitsFor[escalation?.type ?? ''] ?? 'asked'}); they are told. Go on with other tickets.`;
    case 'APPROVED':
      return `${id} is approved and handed off.`;
    case 'SKIPPED':
      return `A person skipped the verification of ${id}; it is handed off as unverified.`;
    case 'FORCED':
      return `A person forced ${id}; it is handed off as forced.`;
  }
}
