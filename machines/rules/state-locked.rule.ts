/** Refuses states that open only in a deeper round. */
import type { Protocol } from '../schema/protocol.js';
import { vocabularies, type CommittedState, type NodeState } from '../schema/state.js';
import { enterRule, sound } from './rule.js';

export const isLocked = (protocol: Protocol, state: NodeState, round: number): boolean =>
  round < (protocol.lockedBeforeRound[state] ?? 1);

/** What a commit is recorded as: some protocols take an early claim for what it may be, and say so. */
export function recordedAs(protocol: Protocol, state: CommittedState, round: number): CommittedState {
  const instead = isLocked(protocol, state, round) ? protocol.recordedWhileLocked?.[state] : undefined;
  return instead === undefined || instead === 'PROPOSED' ? state : instead;
}

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
              fix: `Use ${vocabularies[protocol.chart].open.join(' or ')} and go deeper below it.`,
            },
          ]
        : [],
    );
  },
});
