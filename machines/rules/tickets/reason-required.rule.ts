/** Refuses an override without a reason (skip) or without a note. */
import { skipReasons } from '../../schema/ticket.js';
import { overrideRule, type OverrideFigures } from './ticket-rule.js';

export const saysNoNote = (event: OverrideFigures): boolean => (event.note ?? '').trim() === '';
export const saysNoReason = (event: OverrideFigures): boolean =>
  saysNoNote(event) || (event.reason ?? '').trim() === '';

const code = 'REASON_REQUIRED';
const why = 'Anyone who reads the record later must be able to see why.';

export const skipReasonRequired = overrideRule({
  code,
  why,
  check({ ticketId, event }) {
    if (!saysNoReason(event)) return [];
    return [
      {
        subject: ticketId,
        message: 'Skipping needs a reason and a note.',
        fix: `Give --reason ${skipReasons.join(' | ')} and --note "…".`,
      },
    ];
  },
});

export const forceNoteRequired = overrideRule({
  code,
  why,
  check({ ticketId, event }) {
    if (!saysNoNote(event)) return [];
    return [{ subject: ticketId, message: 'Forcing needs a note.', fix: 'Give --note "…" with why.' }];
  },
});
