/** Refuses calls of an investigation in a session that was made for tickets. */
import type { Rule } from './rule.js';

const hasNone = (kind: 'investigation' | 'tickets'): boolean => kind === 'tickets';

export const noInvestigation: Rule<{ readonly kind: 'investigation' | 'tickets' }> = {
  code: 'NO_INVESTIGATION',
  why: 'A tree needs the question it answers.',
  check({ kind }) {
    if (!hasNone(kind)) return [];
    return [
      {
        subject: 'SESSION',
        message: 'This session holds tickets and no investigation.',
        fix: 'Start an investigation with tot_start; look at the tickets with ticket_status.',
      },
    ];
  },
};
