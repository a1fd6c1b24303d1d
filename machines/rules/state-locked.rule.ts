/** Refuses states that open only in a deeper round. */
import type { Protocol } from '../schema/protocol.js';
import type { NodeState } from '../schema/state.js';
import { enterRule, sound } from './rule.js';

export const isLocked = (protocol: Protocol, state: NodeState, round: number): boolean =>
  round < (protocol.lockedBeforeRound[state] ?? 1);

export const stateLocked = enterRule({
  code: 'STATE_LOCKED',
  why: 'Nobody has a proven answer after one look.',
  check({ entries }, protocol) {
    return sound(entries).flatMap(({ node, to }) =>
      isLocked(protocol, to, node.depth)
        ? [
            {
              subject: node.id,
              message: `${to} opens in round ${protocol.lockedBeforeRound[to]}; ${node.id} is in round ${node.depth}.`,
              fix: 'Use DRILL or VERIFY and go deeper below it.',
            },
          ]
        : [],
    );
  },
});
