/** Refuses a submit after the project's config was changed behind the server's back. */
import type { Rule } from '../rule.js';

export const hasChanged = (event: { isPolicyChanged: boolean }): boolean => event.isPolicyChanged;

type ChangedFacts = { readonly ticketId: string; readonly event: { readonly isPolicyChanged: boolean } };

export const policyChanged: Rule<ChangedFacts> = {
  code: 'POLICY_CHANGED',
  why: 'What may run and what is protected is for a person to say, not for the agent that is held to it.',
  check({ ticketId, event }) {
    if (!hasChanged(event)) return [];
    return [
      {
        subject: ticketId,
        message: 'proctor.config.json is not the one this server was started with.',
        fix: 'Undo the change, or ask a person to run: proctor approve --config',
      },
    ];
  },
};
