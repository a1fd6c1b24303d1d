/**
 * What follows from nodes that moved: claims confirmed, refuted or reopened, upward, deepest first.
 * Works on the tree's tallies plus what is about to change, so that nothing has to be applied to find out.
 */
import { isConfirmed, isRefuted, type Tally } from '../../machines/rules/claim-verdict.js';
import { confirms, liveClaim, takesConfirmers, type TreeNode } from '../../machines/measures/tree-node.js';
import type { Proposal } from '../../machines/schema/command.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { vocabularies } from '../../machines/schema/state.js';
import type { Move } from '../../machines/schema/record.js';
import { moved, nodeSnapshot } from './actors.js';
import type { SessionState } from './state.js';

type Changes = Map<TreeNode, Tally>;

const none: Tally = { confirmers: 0, committed: 0, valid: 0, dead: 0 };

export function cascade(state: SessionState, direct: readonly Move[]): Move[] {
  const changes: Changes = new Map();
  for (const move of direct) note(state, changes, move);
  return follow(state, changes);
}

/** A claim that was confirmed waits again for whoever is asked now, and so does every claim it confirms. */
export function cascadeOfProposals(state: SessionState, nodes: readonly Pick<Proposal, 'parent'>[]): Move[] {
  const { tree, info } = state;
  const changes: Changes = new Map();
  for (const { parent } of nodes) {
    const claimant = parent === null ? undefined : tree.at(parent);
    if (!claimant || !takesConfirmers(info.protocol, claimant)) continue;
    const change = changes.get(claimant) ?? none;
    changes.set(claimant, { ...change, confirmers: change.confirmers + 1 });
  }
  return follow(state, changes);
}

function follow(state: SessionState, changes: Changes): Move[] {
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
function note({ tree, info }: SessionState, changes: Changes, move: Move): void {
  const { actor, from, to } = move;
  const node = tree.at(actor);
  const claimant = tree.parentOf(node);
  if (!claimant || node.confirms === null) return;
  if (node.confirms !== claimant.claims.length || !liveClaim(claimant)) return;
  const change = changes.get(claimant) ?? none;
  const gain = (state: string) => Number(to === state) - Number(from === state);
  changes.set(claimant, {
    confirmers: change.confirmers,
    committed: change.committed - gain('PROPOSED'),
    valid: change.valid + Number(confirmsBy(move, info.protocol)) - Number(confirms(info.protocol, node)),
    dead: change.dead + gain('DEAD'),
  });
}

function deepest(changes: ReadonlyMap<TreeNode, Tally>): TreeNode | undefined {
  let found: TreeNode | undefined;
  for (const node of changes.keys()) if (!found || node.depth > found.depth) found = node;
  return found;
}

function judgeClaim(state: SessionState, claimant: TreeNode, change: Tally | undefined): Move | undefined {
  const claim = liveClaim(claimant);
  if (!claim || !change) return undefined;
  const tally: Tally = {
    confirmers: claim.confirmers + change.confirmers,
    committed: claim.committed + change.committed,
    valid: claim.valid + change.valid,
    dead: claim.dead + change.dead,
  };
  const to = moved(state.charts.node, nodeSnapshot(state, claimant.id), { type: 'claim.tally', tally });
  if (to === undefined) return undefined;
  return { actor: claimant.id, from: claimant.state, to, why: whyClaimMoved(tally, change) };
}

function whyClaimMoved(tally: Tally, change: Tally): Move['why'] {
  if (isRefuted(tally)) return 'claim refuted';
  if (isConfirmed(tally)) return 'claim confirmed';
  return change.confirmers > 0 ? 'confirmer proposed' : 'confirmer reopened';
}

/** Whether a node confirms its parent's claim once it has moved. */
function confirmsBy({ to, why }: Move, { chart }: Protocol): boolean {
  const { claim } = vocabularies[chart];
  return to === claim?.confirming || (to === claim?.pending && why === 'claim confirmed');
}
