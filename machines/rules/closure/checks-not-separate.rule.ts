/** Refuses a second check by the same principal where the project wants one for each. */
import type { ClosureContext } from '../../measures/closure.js';
import { checkRule, type CheckFigures } from './closure-rule.js';

export const isShared = ({ marks }: ClosureContext, { isSeparate, by }: CheckFigures): boolean =>
  isSeparate && by !== null && Object.values(marks).some((mark) => mark.by === by);

export const checksNotSeparate = checkRule({
  code: 'CHECKS_NOT_SEPARATE',
  why: 'Three looks of one pair of eyes see the same things.',
  check({ ticketId, closure, event }) {
    if (!isShared(closure, event)) return [];
    return [
      {
        subject: ticketId,
        message: `${event.by} has reported another check, and this project wants a principal for each.`,
        fix: 'Let another agent do this check.',
      },
    ];
  },
});
