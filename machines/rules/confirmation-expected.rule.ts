/** Refuses a theory where a yes or a no was asked for. */
import { vocabularies, type NodeState } from '../schema/state.js';
import type { Protocol } from '../schema/protocol.js';
import { enterRule, sound } from './rule.js';

export const evadesConfirmation = (protocol: Protocol, to: NodeState, confirms: number | null): boolean =>
  vocabularies[protocol.chart].claim !== undefined && to === 'SPEC' && confirms !== null;

export const confirmationExpected = enterRule({
  code: 'CONFIRMATION_EXPECTED',
  why: 'A confirmer that only speculates would leave the claim standing permanently.',
  check({ entries }, protocol) {
    return sound(entries).flatMap(({ node, to }) =>
      evadesConfirmation(protocol, to, node.confirms)
        ? [
            {
              subject: node.id,
              message: `${node.id} was proposed to confirm ${node.parent}; SPEC is no answer to that.`,
              fix: 'Commit it VALID (confirmed) or DEAD (refuted), or DRILL or VERIFY to keep looking.',
            },
          ]
        : [],
    );
  },
});
