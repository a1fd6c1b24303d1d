/** Refuses to ask for a person who is being waited for already. */
import type { Ticket } from '../../measures/board.js';
import type { Rule } from '../rule.js';

/** The gate of a ticket given up stays where it stopped: nobody is waited for there. */
const isWaiting = ({ status, gate, isFlagged }: Pick<Ticket, 'status' | 'gate' | 'isFlagged'>): boolean =>
  (status !== 'withdrawn' && gate.state === 'ESCALATED') || isFlagged;

export const alreadyEscalated: Rule<{ readonly ticketId: string; readonly ticket: Ticket }> = {
  code: 'ALREADY_ESCALATED',
  why: 'Asking twice does not bring a person sooner.',
  check({ ticketId, ticket }) {
    if (!isWaiting(ticket)) return [];
    return [
      {
        subject: ticketId,
        message: `${ticketId} waits for a person already.`,
        fix: 'Go on with other tickets; ticket_status shows when it moves again.',
      },
    ];
  },
};
