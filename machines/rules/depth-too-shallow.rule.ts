/** Refuses an end on a shallow tree. */
import type { EndFigures } from '../measures/end-figures.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const isTooShallow = ({ committed, rounds }: EndFigures, { roundsMin }: Protocol): boolean =>
  committed > 0 && rounds < roundsMin;

export const depthTooShallow = endRule({
  code: 'DEPTH_TOO_SHALLOW',
  why: 'Depth is where the first explanation meets the facts.',
  check({ figures }, protocol) {
    if (!isTooShallow(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `The deepest node is at depth ${figures.rounds}; depth ${protocol.roundsMin} is needed.`,
        fix: 'Propose children of the deepest open nodes.',
      },
    ];
  },
});
