/** One sentence that names the next call about a ticket. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { checks } from '../../machines/schema/ticket.js';

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
  S3_REJECTION: 'the overseer rejected it and no attempt is left',
  ACCEPT: 'its gate was overridden and its checks have passed',
};

export function ticketNext(ticket: Ticket): string {
  const { id, status, gate, isFlagged } = ticket;
  const { attempt, escalation, blocker, counted, attemptsMax } = gate.context;
  if (status === 'withdrawn') return `${id} was withdrawn by a person.`;
  if (status === 'closed')
    return `${id} is closed${gate.context.labels.length > 0 ? ` (${gate.context.labels.join(', ')})` : ''}. Its evidence: ticket_status with the ticketId.`;
  if (isFlagged) return `${id} is handed off and waits for a person: somebody asked for one.`;
  if (status === 's3_validating') return validatingNext(ticket);
  if (status === 'impl_complete')
    return `${id} is handed off${overrideNote[gate.state] ?? ''}. An overseer who took no part in it validates it: ticket_validate.`;
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

const overrideNote: Readonly<Record<string, string>> = { SKIPPED: ' unverified', FORCED: ' by force' };

function validatingNext({ id, closure }: Ticket): string {
  const left = checks.filter((check) => closure.marks[check] === undefined);
  if (left.length > 0) return `Call ticket_report for ${left.join(', ')} of ${id}, each after a real look.`;
  return `${id} passed its checks and waits for a person to accept it: proctor decide ${id} accept`;
}
