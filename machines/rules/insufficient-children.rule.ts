/** Refuses an end while nodes lack children. */
import type { EndFigures } from '../measures/end-figures.js';
import { listed, plural } from '../measures/text.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const lacksChildren = ({ short }: EndFigures, _protocol: Protocol): boolean => short.count > 0;

export const insufficientChildren = endRule({
  code: 'INSUFFICIENT_CHILDREN',
  why: 'A node that asked for a closer look must get it.',
  check({ figures }, protocol) {
    if (!lacksChildren(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `${plural(figures.short.count, 'node')} short of committed children: ${listed(figures.short)}.`,
        fix: 'Propose and commit the missing children; tot_status (detail: "full") says how many each needs.',
      },
    ];
  },
});
