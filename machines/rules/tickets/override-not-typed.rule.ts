/** Refuses to force a ticket unless the word was typed. */
import { overrideRule, type OverrideFigures } from './ticket-rule.js';

export const overrideWord = 'OVERRIDE';

export const isNotTyped = ({ typed }: OverrideFigures): boolean => typed !== overrideWord;

export const overrideNotTyped = overrideRule({
  code: 'OVERRIDE_NOT_TYPED',
  why: 'What cannot be undone should not be done by habit.',
  check({ ticketId, event }) {
    if (!isNotTyped(event)) return [];
    return [
      { subject: ticketId, message: 'Forcing was not confirmed.', fix: `Type ${overrideWord} when asked for it.` },
    ];
  },
});
