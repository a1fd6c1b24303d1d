/**
 * The tree of an investigation as data: a fold of accepted moves with totals kept up to date.
 * A change costs the depth of the node, never the size of the tree. Decides nothing.
 */
import assert from 'node:assert';
import type { Protocol } from '../schema/protocol.js';
import type { NodeState } from '../schema/state.js';
import { Citations } from './citations.js';
import { plainId } from './principal.js';
import { differs, seenFromAbove, type SeenFromAbove } from './seen-from-above.js';
import { Totals } from './totals.js';
import {
  isCommitted,
  isClaim,
  isSettled,
  liveClaim,
  narrowSolutions,
  takesConfirmers,
  type Claim,
  type TreeNode,
} from './tree-node.js';

export interface NewNode {
  id: string;
  parent: string | null;
  title: string;
  at: number;
  seq: number;
}

export interface Evidence {
  digest: string;
  chars: number;
  seq: number;
}

/** A node as a snapshot keeps it; counters are counted afresh. */
export type StoredNode = Omit<TreeNode, 'children' | 'childrenCommitted' | 'childrenSettled' | 'narrowBelow'>;

export class Tree {
  private readonly nodes = new Map<string, TreeNode>();
  private readonly citations = new Citations();
  private readonly agents = new Map<string, string>();
  readonly totals: Totals;
  /** Accepted commits since the current round began, the one that opened it included. */
  currentBatch = 0;

  constructor(readonly protocol: Protocol) {
    this.totals = new Totals(protocol);
  }

  get(id: string): TreeNode | undefined {
    return this.nodes.get(id);
  }

  /** A node that is known to be there. */
  at(id: string): TreeNode {
    const node = this.nodes.get(id);
    assert(node, `no node ${id}`);
    return node;
  }

  get size(): number {
    return this.nodes.size;
  }

  /** In the order they were proposed. */
  all(): IterableIterator<TreeNode> {
    return this.nodes.values();
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    return node.parent === null ? undefined : this.at(node.parent);
  }

  /** Nodes whose evidence in force has this digest. */
  citing(digest: string): ReadonlySet<string> {
    return this.citations.of(digest);
  }

  nodeOfAgent(agent: string): string | undefined {
    return this.agents.get(plainId(agent));
  }

  propose({ id, parent, title, at, seq }: NewNode): TreeNode {
    assert(!this.nodes.has(id), `${id} is proposed twice`);
    const above = parent === null ? undefined : this.at(parent);
    const confirms = above !== undefined && takesConfirmers(this.protocol, above) ? above.claims.length : null;
    const node: TreeNode = {
      id,
      parent,
      depth: (above?.depth ?? 0) + 1,
      title,
      confirms,
      proposedAt: at,
      proposedSeq: seq,
      state: 'PROPOSED',
      committedAt: null,
      committedSeq: null,
      seqs: [],
      evidenceSeq: null,
      evidence: null,
      agent: null,
      claims: [],
      counted: confirms === null,
      children: new Set(),
      childrenCommitted: 0,
      childrenSettled: 0,
      narrowBelow: 0,
    };
    this.nodes.set(id, node);
    this.totals.add(node);
    if (above) {
      this.update(above, () => {
        above.children.add(id);
        if (confirms !== null) this.claim(above, confirms).confirmers += 1;
      });
    }
    return node;
  }

  withdraw(id: string): void {
    const node = this.at(id);
    assert(!isCommitted(node), `${id} is committed`);
    this.totals.remove(node);
    this.nodes.delete(id);
    const above = this.parentOf(node);
    if (above) {
      this.update(above, () => {
        above.children.delete(id);
        if (node.confirms !== null) this.claim(above, node.confirms).confirmers -= 1;
      });
    }
  }

  /** First state of a node, with who worked on it. */
  commit(id: string, to: NodeState, about: { at: number; seq: number; agent?: string | undefined }): void {
    const node = this.at(id);
    assert(!isCommitted(node), `${id} is committed twice`);
    node.committedAt = about.at;
    node.committedSeq = about.seq;
    if (about.agent !== undefined) {
      node.agent = about.agent;
      this.agents.set(plainId(about.agent), id);
    }
    remember(node, about.seq);
    this.enter(node, to);
  }

  /** A caller's reclassification: leaving a live claim withdraws it. */
  reclassify(id: string, to: NodeState, seq: number): void {
    const node = this.at(id);
    remember(node, seq);
    const claim = liveClaim(node);
    this.enter(node, to, () => {
      if (claim) this.withdrawClaim(node, claim);
    });
  }

  /** The chart's own decision on the claim in force. */
  settleClaim(id: string, to: NodeState, outcome: 'confirmed' | 'refuted' | 'standing', seq: number): void {
    const node = this.at(id);
    remember(node, seq);
    const claim = node.claims.at(-1);
    assert(claim, `${id} has no claim`);
    this.update(node, () => {
      claim.outcome = outcome;
      node.state = to;
    });
  }

  setEvidence(id: string, { digest, chars, seq }: Evidence): void {
    const node = this.at(id);
    if (node.evidence) this.citations.remove(node.evidence.digest, id);
    node.evidence = { digest, chars };
    node.evidenceSeq = seq;
    this.citations.add(digest, id);
  }

  /** A copy: what is stored must not move with the tree. */
  store(): StoredNode[] {
    return [...this.nodes.values()].map(
      ({ children: _c, childrenCommitted: _cc, childrenSettled: _cs, narrowBelow: _n, claims, seqs, ...stored }) => ({
        ...stored,
        claims: claims.map((claim) => ({ ...claim })),
        seqs: [...seqs],
      }),
    );
  }

  /** A tree from a snapshot: every counter and total is counted afresh, deepest nodes first. */
  static restore(protocol: Protocol, stored: readonly StoredNode[], currentBatch: number): Tree {
    const tree = new Tree(protocol);
    tree.currentBatch = currentBatch;
    for (const entry of stored) {
      const node = { ...entry, children: new Set<string>(), childrenCommitted: 0, childrenSettled: 0, narrowBelow: 0 };
      tree.nodes.set(node.id, node);
      if (node.parent !== null) tree.at(node.parent).children.add(node.id);
      if (node.evidence) tree.citations.add(node.evidence.digest, node.id);
      if (node.agent !== null) tree.agents.set(plainId(node.agent), node.id);
    }
    for (const node of [...tree.nodes.values()].sort((a, b) => b.depth - a.depth)) {
      tree.totals.add(node);
      const above = tree.parentOf(node);
      if (!above) continue;
      if (isCommitted(node)) above.childrenCommitted += 1;
      if (isSettled(protocol, node)) above.childrenSettled += 1;
      above.narrowBelow += narrowSolutions(protocol, node);
    }
    return tree;
  }

  private enter(node: TreeNode, to: NodeState, leave?: () => void): void {
    this.update(node, () => {
      leave?.();
      node.state = to;
      if (isClaim(this.protocol, to)) {
        node.claims.push({
          outcome: 'standing',
          wasWithdrawn: false,
          confirmers: 0,
          committed: 0,
          valid: 0,
          dead: 0,
        });
      }
    });
  }

  private withdrawClaim(node: TreeNode, claim: Claim): void {
    const number = node.claims.length;
    claim.outcome = 'withdrawn';
    claim.wasWithdrawn = true;
    for (const id of node.children) {
      const child = this.at(id);
      if (child.confirms === number) this.update(child, () => (child.counted = true));
    }
  }

  /** Changes one node and carries what that means to the nodes above, as far as anything changes. */
  private update(node: TreeNode, change: () => void): void {
    const before = seenFromAbove(this.protocol, node);
    this.totals.remove(node);
    change();
    this.totals.add(node);
    const after = seenFromAbove(this.protocol, node);
    const above = this.parentOf(node);
    if (!above || !differs(before, after)) return;
    this.update(above, () => {
      above.childrenCommitted += after.committed - before.committed;
      above.childrenSettled += after.settled - before.settled;
      above.narrowBelow += after.narrow - before.narrow;
      if (node.confirms !== null) this.tally(this.claim(above, node.confirms), before, after);
    });
  }

  private tally(claim: Claim, before: SeenFromAbove, after: SeenFromAbove): void {
    claim.committed += after.committed - before.committed;
    claim.valid += after.valid - before.valid;
    claim.dead += after.dead - before.dead;
    // A claim that was taken back does not escape what its confirmer found.
    if (claim.outcome === 'withdrawn' && claim.dead > 0) claim.outcome = 'refuted';
  }

  private claim(node: TreeNode, number: number): Claim {
    const claim = node.claims[number - 1];
    assert(claim, `${node.id} has no claim ${number}`);
    return claim;
  }
}

const seqsMax = 50;

function remember({ seqs }: TreeNode, seq: number): void {
  seqs.push(seq);
  if (seqs.length > seqsMax) seqs.shift();
}
