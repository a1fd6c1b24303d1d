/** Refuses an end while branches are open. */
import type { EndFigures } from '../measures/end-figures.js';
import { listed, plural } from '../measures/text.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const isUnsettled = ({ unsettled }: EndFigures, _protocol: Protocol): boolean => unsettled.count > 0;

export const nodesUnsettled = endRule({
  code: 'NODES_UNSETTLED',
  why: 'An open branch may hold the answer, or the refutation of the one found.',
  check({ figures }, protocol) {
    if (!isUnsettled(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `${plural(figures.unsettled.count, 'node')} not settled: ${listed(figures.unsettled)}.`,
        fix: 'Bring every branch to a terminal state.',
      },
    ];
  },
});
