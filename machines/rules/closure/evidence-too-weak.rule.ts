/** Refuses a validator's pass before the server has itself seen the command pass on what was handed off. */
import type { ClosureContext } from '../../measures/closure.js';
import { checkRule, type CheckFigures } from './closure-rule.js';

const isValidatorPass = ({ check, passed }: CheckFigures): boolean => check === 'validator' && passed;

/** A person's acceptance stands in for the run. */
export const isPending = ({ run, isAccepted }: ClosureContext, event: CheckFigures): boolean =>
  isValidatorPass(event) && event.wantsLevel === null && run === 'running' && !isAccepted;

export const isTooWeak = ({ run, isAccepted }: ClosureContext, event: CheckFigures): boolean =>
  isValidatorPass(event) && !isAccepted && (event.wantsLevel !== null || (run !== 'running' && run !== 'passed'));

export const cleanRunPending = checkRule({
  code: 'CLEAN_RUN_PENDING',
  why: 'The last word is not said while the command still runs.',
  check({ ticketId, closure, event }) {
    if (!isPending(closure, event)) return [];
    return [
      {
        subject: ticketId,
        message: 'The run this validation asked for has not ended.',
        fix: 'Look with ticket_status, and report once it has.',
      },
    ];
  },
});

export const evidenceTooWeak = checkRule({
  code: 'EVIDENCE_TOO_WEAK',
  why: 'Closing rests on what the server saw, not on what was seen before.',
  check({ ticketId, closure, event }) {
    if (!isTooWeak(closure, event)) return [];
    if (event.wantsLevel !== null)
      return [
        {
          subject: ticketId,
          message: `This project wants a closing run at ${event.wantsLevel}; this server makes them at H3.`,
          fix: 'Ask a person to set levels.close to H3 in proctor.config.json, and to approve that: proctor approve.',
        },
      ];
    return [
      {
        subject: ticketId,
        message: closure.hasFailedRun
          ? 'A closing run has failed on these very files; one that passes later does not take that back.'
          : 'The run this validation asked for has not passed on the files handed off.',
        fix: 'Report passed: false with what fails; of a skipped or forced ticket a person may accept it (proctor decide … accept).',
      },
    ];
  },
});
