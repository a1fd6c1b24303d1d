/** Refuses an end after too few rounds. */
import type { EndFigures } from '../measures/end-figures.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const isTooEarly = ({ committed, rounds }: EndFigures, { roundsMin }: Protocol): boolean =>
  committed > 0 && rounds < roundsMin;

export const roundsTooFew = endRule({
  code: 'ROUNDS_TOO_FEW',
  why: 'Answers found on the surface are guesses.',
  check({ figures }, protocol) {
    if (!isTooEarly(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `Round ${figures.rounds} of at least ${protocol.roundsMin} is reached.`,
        fix: `Go on below the open nodes until round ${protocol.roundsMin}.`,
      },
    ];
  },
});
