/** Asks whoever gives up to say why. */
import { charsOf } from '../measures/text.js';
import type { Protocol } from '../schema/protocol.js';
import type { Rule } from './rule.js';

export const saysTooLittle = (protocol: Protocol, reason: string | undefined): boolean =>
  charsOf(reason ?? '') < protocol.giveUpReasonCharsMin;

export const reasonTooShort: Rule<{ readonly reason: string | undefined }> = {
  code: 'REASON_TOO_SHORT',
  why: 'Giving up honestly is always possible; the next one needs to know what was tried.',
  check({ reason }, protocol) {
    if (!saysTooLittle(protocol, reason)) return [];
    return [
      {
        subject: 'SESSION',
        message: `Ending as inconclusive needs a reason of at least ${protocol.giveUpReasonCharsMin} characters.`,
        fix: 'Say in `reason` what was tried and what is missing.',
      },
    ];
  },
};
