/** Says what to do when everything was concluded too early. */
import type { EndFigures } from '../measures/end-figures.js';
import { isTooEarly } from './rounds-too-few.rule.js';
import type { Protocol } from '../schema/protocol.js';
import { vocabularies } from '../schema/state.js';
import { endRule } from './rule.js';

export const isStuckEarly = (figures: EndFigures, protocol: Protocol): boolean =>
  isTooEarly(figures, protocol) && figures.unsettled.count === 0 && figures.proposals.count === 0;

function howToRecover({ chart, onlyRoot, roundsMin }: Protocol): string {
  const reopen = `Reopen a node with tot_reclassify (to ${vocabularies[chart].open[0]}) and propose below it`;
  if (onlyRoot !== undefined) return `${reopen}, down to round ${roundsMin}.`;
  return `${reopen}, or propose a lateral root (parent: null) and take it down to round ${roundsMin}.`;
}

export const recoveryRequired = endRule({
  code: 'RECOVERY_REQUIRED',
  why: 'A tree that died early is rescued by a new root or a reopened node, not by ending.',
  check({ figures }, protocol) {
    if (!isStuckEarly(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: 'Every node is settled, but too early to end, and nothing is proposed.',
        fix: howToRecover(protocol),
      },
    ];
  },
});
