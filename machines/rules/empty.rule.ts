/** Refuses to end what was never begun. */
import type { EndFigures } from '../measures/end-figures.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const isEmpty = ({ committed }: EndFigures, _protocol: Protocol): boolean => committed === 0;

export const empty = endRule({
  code: 'EMPTY',
  why: 'An investigation without a result is none.',
  check({ figures }, protocol) {
    if (!isEmpty(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: 'Nothing is committed yet.',
        fix: 'Propose roots with tot_propose, work on them, commit them with tot_commit.',
      },
    ];
  },
});
