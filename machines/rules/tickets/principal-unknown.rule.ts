/** Refuses a submit or a review of somebody who cannot be told from others. */
import type { Rule } from '../rule.js';

export const isNobody = (event: { by: string | null }): boolean => event.by === null;

export const principalUnknown: Rule<{ readonly ticketId: string; readonly event: { readonly by: string | null } }> = {
  code: 'PRINCIPAL_UNKNOWN',
  why: 'That two people looked can only be known of people who can be told apart.',
  check({ ticketId, event }) {
    if (!isNobody(event)) return [];
    return [
      {
        subject: ticketId,
        message: 'Nobody can tell who sends this.',
        fix: 'Say so in by: {"role": "executor" or "architect", "agentId": the id of the sub-agent that did it}.',
      },
    ];
  },
};
