/** Refuses an end over unfinished proposals. */
import type { EndFigures } from '../measures/end-figures.js';
import { listed, plural } from '../measures/text.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const hasProposals = ({ proposals }: EndFigures, _protocol: Protocol): boolean => proposals.count > 0;

export const pendingProposals = endRule({
  code: 'PENDING_PROPOSALS',
  why: 'What was planned is either done or taken back.',
  check({ figures }, protocol) {
    if (!hasProposals(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `${plural(figures.proposals.count, 'proposal')} not committed: ${listed(figures.proposals)}.`,
        fix: 'Commit them, or take them back with tot_propose (withdraw).',
      },
    ];
  },
});
