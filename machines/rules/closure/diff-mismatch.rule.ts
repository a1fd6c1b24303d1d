/** Refuses an investigator's pass that does not fit the difference the server computed. */
import { shortList } from '../../measures/text.js';
import { checkRule, type CheckFigures } from './closure-rule.js';

export const missesDiff = ({ check, passed, undiffed }: CheckFigures): boolean =>
  check === 'investigator' && passed && undiffed.length > 0;

export const diffMismatch = checkRule({
  code: 'DIFF_MISMATCH',
  why: 'An agent that really looked at the files knows which they are.',
  check({ ticketId, event }) {
    if (!missesDiff(event)) return [];
    return [
      {
        subject: ticketId,
        message: `The findings do not fit the difference: ${shortList(event.undiffed)}.`,
        fix: 'Give one finding for each changed file of the brief (subject: its path), and none for others.',
      },
    ];
  },
});
