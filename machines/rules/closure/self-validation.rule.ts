/** Refuses a check by somebody who built what is checked. */
import type { Rule } from '../rule.js';
import type { ClosureFacts } from './closure-rule.js';

export const isBuilder = (event: { isBuilder: boolean }): boolean => event.isBuilder;

export const selfValidation: Rule<ClosureFacts<{ isBuilder: boolean; by: string | null }>> = {
  code: 'SELF_VALIDATION',
  why: 'Nobody grades their own homework, nor that of their team.',
  check({ ticketId, event }) {
    if (!isBuilder(event)) return [];
    return [
      {
        subject: ticketId,
        message: `${event.by} has executed or reviewed this ticket.`,
        fix: 'Let an agent validate it that took no part in any attempt.',
      },
    ];
  },
};
