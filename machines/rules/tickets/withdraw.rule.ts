/** What giving up a ticket, or dropping one of its dependencies, asks of the person. */
import { dependenciesOf, type Ticket } from '../../measures/board-ticket.js';
import type { Rule } from '../rule.js';

const saysWhy = (note: string | undefined): boolean => (note ?? '').trim() !== '';

export const withdrawReason: Rule<{ readonly ticketId: string; readonly note: string | undefined }> = {
  code: 'REASON_REQUIRED',
  why: 'Anyone who reads the record later must be able to see why.',
  check({ ticketId, note }) {
    if (saysWhy(note)) return [];
    return [{ subject: ticketId, message: 'Withdrawing needs a reason.', fix: 'Give --note "…" with why.' }];
  },
};

const dependsOn = (ticket: Ticket, dependency: string | undefined): boolean =>
  dependenciesOf(ticket).includes(dependency ?? '');

export const dropKnown: Rule<{ readonly ticket: Ticket; readonly dependency: string | undefined }> = {
  code: 'UNKNOWN_DEPENDENCY',
  why: 'Only what holds a ticket back can be taken away.',
  check({ ticket, dependency }) {
    if (dependsOn(ticket, dependency)) return [];
    const own = dependenciesOf(ticket).join(', ');
    return [
      {
        subject: ticket.id,
        message: `${ticket.id} does not depend on ${dependency ?? 'nothing'}.`,
        fix: own === '' ? 'It depends on nothing: no need to drop anything.' : `It depends on ${own}.`,
      },
    ];
  },
};
