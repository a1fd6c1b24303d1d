/** Refuses an auditor's pass that leaves a requirement out. */
import { shortList } from '../../measures/text.js';
import { checkRule, type CheckFigures } from './closure-rule.js';

export const leavesOut = ({ check, passed, unaudited }: CheckFigures): boolean =>
  check === 'prd_auditor' && passed && unaudited.length > 0;

export const incompleteAudit = checkRule({
  code: 'INCOMPLETE_AUDIT',
  why: 'A requirement nobody looked at is one nobody found covered.',
  check({ ticketId, event }) {
    if (!leavesOut(event)) return [];
    return [
      {
        subject: ticketId,
        message: `No finding for ${shortList(event.unaudited)}.`,
        fix: 'Give one finding for each requirement (subject: its id), or for each done criterion where there are none.',
      },
    ];
  },
});
