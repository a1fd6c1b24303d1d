/** A caller without a plan: every call is possible in itself, and whether it is accepted is the rules' to say. */
import { isCommitted, isTerminal } from '../../machines/measures/tree-node.js';
import { vocabularies } from '../../machines/schema/state.js';
import type { Play } from './play.js';
import type { Random } from './random.js';

/** Wide enough to meet every rule, small enough to be brought to an end soon. */
const nodesMax = 40;
const roundsBeyond = 3;

export function wander(play: Play, random: Random): void {
  const { protocol } = play;
  const { states } = vocabularies[protocol.chart];
  const committed = play.nodes().filter(isCommitted);
  const proposed = play.nodes().filter((node) => !isCommitted(node));
  const isSmall = play.tree.size < Math.min(nodesMax, protocol.nodesMax);
  const count = 1 + random.below(Math.min(5, protocol.proposalBatchMax));
  const kind = random.below(12);
  if (kind < 2 && isSmall) play.propose(null, count);
  else if (kind < 5 && isSmall) {
    const depthMax = Math.min(protocol.depthMax, protocol.roundsMin + roundsBeyond);
    const open = committed.filter(({ state, depth }) => !isTerminal(protocol, state) && depth < depthMax);
    const parent = random.pick(open);
    if (parent) play.propose(parent, count);
  } else if (kind < 9) {
    const node = random.pick(proposed);
    const state = random.pick(states);
    if (node && state) play.commit(node.id, state);
  } else if (kind < 11) {
    const node = random.pick(committed);
    const state = random.pick(states);
    if (node && state) play.reclassify(node.id, state);
  } else {
    const node = random.pick(proposed);
    if (node) play.withdraw(node.id);
  }
}
