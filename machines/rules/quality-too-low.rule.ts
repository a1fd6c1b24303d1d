/** Refuses an end on a poor tree. */
import type { EndFigures } from '../measures/end-figures.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const isPoor = ({ committed, quality }: EndFigures, { qualityMin }: Protocol): boolean =>
  committed > 0 && qualityMin !== null && quality < qualityMin;

export const qualityTooLow = endRule({
  code: 'QUALITY_TOO_LOW',
  why: 'A thin tree with a fast answer looks the same as a lucky guess.',
  check({ figures }, protocol) {
    if (!isPoor(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `The quality score is ${figures.quality}; ${protocol.qualityMin} is needed.`,
        fix: 'Go deeper, branch wider, conclude open branches; tot_status shows each part of the score.',
      },
    ];
  },
});
