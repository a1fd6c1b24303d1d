/** Refuses overrides and decisions of anybody but a person. */
import type { Rule } from '../rule.js';

export const isNoPerson = (event: { isPerson: boolean }): boolean => !event.isPerson;

export const personRequired: Rule<{ readonly ticketId: string; readonly event: { readonly isPerson: boolean } }> = {
  code: 'PERSON_REQUIRED',
  why: 'A gate that the agent can open is no gate.',
  check({ ticketId, event }) {
    if (!isNoPerson(event)) return [];
    return [
      {
        subject: ticketId,
        message: 'Only a person may do this, at a terminal or on the dashboard.',
        fix: 'Ask for one with ticket_escalate.',
      },
    ];
  },
};
