/** Refuses an end on a shallow tree: rounds are depth, so it stands where ROUNDS_TOO_FEW does. */
import { endRule } from './rule.js';
import { isTooEarly } from './rounds-too-few.rule.js';

export const depthTooShallow = endRule({
  code: 'DEPTH_TOO_SHALLOW',
  why: 'Depth is where the first explanation meets the facts.',
  check({ figures }, protocol) {
    if (!isTooEarly(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `The deepest node is at depth ${figures.rounds}; depth ${protocol.roundsMin} is needed.`,
        fix: 'Propose children of the deepest open nodes.',
      },
    ];
  },
});
