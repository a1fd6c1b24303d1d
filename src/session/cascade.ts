/**
 * What follows from nodes that moved: claims confirmed, refuted or reopened, upward, deepest first.
 * Works on the tree's tallies plus what is about to change, so that nothing has to be applied to find out.
 */
import { isConfirmed, isRefuted, type Tally } from '../../machines/rules/claim-verdict.js';
import { confirms, liveClaim, type TreeNode } from '../../machines/measures/tree-node.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { vocabularies } from '../../machines/schema/state.js';
import type { Move } from '../../machines/schema/record.js';
import { moved, nodeSnapshot } from './actors.js';
import type { SessionState } from './state.js';

type Change = Pick<Tally, 'committed' | 'valid' | 'dead'>;

export function cascade(state: SessionState, direct: readonly Move[]): Move[] {
  const changes = new Map<TreeNode, Change>();
  for (const move of direct) note(state, changes, move);
  const moves: Move[] = [];
  for (let claimant = deepest(changes); claimant; claimant = deepest(changes)) {
    const move = judgeClaim(state, claimant, changes.get(claimant));
    changes.delete(claimant);
    if (!move) continue;
    moves.push(move);
    note(state, changes, move);
  }
  return moves;
}

/** Books a node's move with the claim it was proposed to confirm, if that claim is still the one in force. */
function note({ tree, info }: SessionState, changes: Map<TreeNode, Change>, move: Move): void {
  const { actor, from, to } = move;
  const node = tree.at(actor);
  const claimant = tree.parentOf(node);
  if (!claimant || node.confirms === null) return;
  if (node.confirms !== claimant.claims.length || !liveClaim(claimant)) return;
  const change = changes.get(claimant) ?? { committed: 0, valid: 0, dead: 0 };
  const gain = (state: string) => Number(to === state) - Number(from === state);
  changes.set(claimant, {
    committed: change.committed - gain('PROPOSED'),
    valid: change.valid + Number(confirmsBy(move, info.protocol)) - Number(confirms(info.protocol, node)),
    dead: change.dead + gain('DEAD'),
  });
}

function deepest(changes: ReadonlyMap<TreeNode, Change>): TreeNode | undefined {
  let found: TreeNode | undefined;
  for (const node of changes.keys()) if (!found || node.depth > found.depth) found = node;
  return found;
}

function judgeClaim(state: SessionState, claimant: TreeNode, change: Change | undefined): Move | undefined {
  const claim = liveClaim(claimant);
  if (!claim || !change) return undefined;
  const tally: Tally = {
    confirmers: claim.confirmers,
    committed: claim.committed + change.committed,
    valid: claim.valid + change.valid,
    dead: claim.dead + change.dead,
  };
  const to = moved(state.charts.node, nodeSnapshot(state, claimant.id), { type: 'claim.tally', tally });
  if (to === undefined) return undefined;
  return { actor: claimant.id, from: claimant.state, to, why: whyClaimMoved(tally) };
}

function whyClaimMoved(tally: Tally): Move['why'] {
  if (isRefuted(tally)) return 'claim refuted';
  return isConfirmed(tally) ? 'claim confirmed' : 'confirmer reopened';
}

/** Whether a node confirms its parent's claim once it has moved. */
function confirmsBy({ to, why }: Move, { chart }: Protocol): boolean {
  const { claim } = vocabularies[chart];
  return to === claim?.confirming || (to === claim?.pending && why === 'claim confirmed');
}
