/** Refuses one claim too many by the same node. */
import { isClaim } from '../measures/tree-node.js';
import type { Protocol } from '../schema/protocol.js';
import { enterRule, sound } from './rule.js';

export const noClaimLeft = (protocol: Protocol, claimsMade: number): boolean => claimsMade >= protocol.claimsMax;

export const claimsExhausted = enterRule({
  code: 'CLAIMS_EXHAUSTED',
  why: 'Claiming until a confirmer says yes is not proof.',
  check({ entries }, protocol) {
    return sound(entries).flatMap(({ node, to }) =>
      isClaim(protocol, to) && noClaimLeft(protocol, node.claims.length)
        ? [
            {
              subject: node.id,
              message: `${node.id} has made ${node.claims.length} claims, as many as a node may.`,
              fix: 'Give it children that look elsewhere, and let one of those make the claim.',
            },
          ]
        : [],
    );
  },
});
