/**
 * A caller without a plan: every call is possible in itself, and whether it is accepted is the rules' to say. It likes
 * depth and claims, since what stands at the bottom of the rules would hardly ever be met by chance.
 */
import { isClaim, isCommitted, isTerminal, type TreeNode } from '../../machines/measures/tree-node.js';
import { isLocked } from '../../machines/rules/state-locked.rule.js';
import { vocabularies, type CommittedState } from '../../machines/schema/state.js';
import type { Play } from './play.js';
import type { Random } from './random.js';

/** Wide enough to meet every rule, small enough to be brought to an end soon. */
const nodesMax = 40;
const roundsBeyond = 3;

/** As often as each is called, among those there is anything for. */
const kinds = [
  ...(['root', 'root'] as const),
  ...(['child', 'child', 'child'] as const),
  ...(['commit', 'commit', 'commit', 'commit'] as const),
  ...(['reclassify', 'reclassify'] as const),
  'withdraw' as const,
];
type Kind = (typeof kinds)[number];

export function wander(play: Play, random: Random): void {
  const { protocol } = play;
  const nodes = play.nodes();
  const isSmall = nodes.length < Math.min(nodesMax, protocol.nodesMax);
  const depthMax = Math.min(protocol.depthMax, protocol.roundsMin + roundsBeyond);
  const committed = nodes.filter(isCommitted);
  const proposed = nodes.filter((node) => !isCommitted(node));
  const parents = committed.filter(({ state, depth }) => !isTerminal(protocol, state) && depth < depthMax);
  const concerned: Readonly<Record<Kind, readonly TreeNode[]>> = {
    root: [],
    child: isSmall ? parents : [],
    commit: proposed,
    reclassify: committed,
    withdraw: proposed,
  };
  const mayHaveRoots = isSmall && (protocol.onlyRoot === undefined || !play.tree.get(protocol.onlyRoot));
  const kind = random.pick(kinds.filter((each) => (each === 'root' ? mayHaveRoots : concerned[each].length > 0)));
  const count = 1 + random.below(Math.min(5, protocol.proposalBatchMax));
  if (kind === 'root') play.propose(null, count);
  const node = kind && pickDeep(concerned[kind], random);
  if (!node) return;
  if (kind === 'child') play.propose(node, isClaim(protocol, node.state) ? 1 : count);
  else if (kind === 'withdraw') play.withdraw(node.id);
  else if (kind === 'commit') play.commit(node.id, stateFor(play, node, random));
  else play.reclassify(node.id, stateFor(play, node, random));
}

/** Every other time one of the deepest. */
function pickDeep(nodes: readonly TreeNode[], random: Random): TreeNode | undefined {
  const deepest = Math.max(...nodes.map(({ depth }) => depth));
  return random.pick(random.below(2) === 0 ? nodes : nodes.filter(({ depth }) => depth === deepest));
}

/** Every other time what leads on: a claim where one may be made, an answer to it or its end, else a way down. */
function stateFor({ protocol }: Play, node: TreeNode, random: Random): CommittedState {
  const { states, open, claim } = vocabularies[protocol.chart];
  const [widest] = open;
  if (random.below(2) === 0) return random.pick(states) ?? widest;
  if (!claim) return random.pick(open) ?? widest;
  if (node.confirms !== null) return random.pick([claim.confirming, claim.confirming, 'DEAD']) ?? claim.confirming;
  if (isClaim(protocol, node.state)) return claim.fallen;
  return isLocked(protocol, claim.pending, node.depth) ? (random.pick(open) ?? widest) : claim.pending;
}
