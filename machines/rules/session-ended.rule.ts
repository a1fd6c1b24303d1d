/** Refuses every change to an investigation that has ended. */
import type { Rule } from './rule.js';

export const sessionEnded: Rule<{ readonly ended: boolean }> = {
  code: 'SESSION_ENDED',
  why: 'What was reported at the end stays what it was.',
  check({ ended }) {
    if (!ended) return [];
    return [
      {
        subject: 'SESSION',
        message: 'This investigation has ended and is read-only.',
        fix: 'Read it with tot_status, or start another one with tot_start.',
      },
    ];
  },
};
