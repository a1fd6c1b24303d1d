/** Refuses a pass whose own findings say otherwise. */
import { shortList } from '../../measures/text.js';
import { checkRule, type CheckFigures } from './closure-rule.js';

export const saysOtherwise = ({ passed, notMet }: CheckFigures): boolean => passed && notMet.length > 0;

export const findingNotMet = checkRule({
  code: 'FINDING_NOT_MET',
  why: 'A pass with a finding against it is a fail in nicer words.',
  check({ ticketId, event }) {
    if (!saysOtherwise(event)) return [];
    return [
      {
        subject: ticketId,
        message: `The findings do not bear out a pass: ${shortList(event.notMet)}.`,
        fix: 'Report passed: false, or say what was seen that meets it.',
      },
    ];
  },
});
