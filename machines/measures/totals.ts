/**
 * Running totals over a tree. Every total is a sum of what single nodes contribute, so a change takes the old
 * contribution out and puts the new one in; counting afresh runs the same code over all nodes.
 */
import assert from 'node:assert';
import type { Protocol } from '../schema/protocol.js';
import { NodeState } from '../schema/state.js';
import {
  childrenLacking,
  holds,
  isBroad,
  isCommitted,
  isConcluded,
  isPending,
  isSettled,
  isSolution,
  isTerminal,
  narrowSolutions,
  type TreeNode,
} from './tree-node.js';

export interface RoundTotals {
  /** Nodes the ratio counts, and those of them that are concluded or DEAD. */
  counted: number;
  concluded: number;
  dead: number;
  committed: number;
  uncommitted: number;
  /** Children lacking below nodes of this round, proposed ones counted as there; and the nodes that lack them. */
  lacking: number;
  readonly short: Set<string>;
  /** The same, counting committed children only. */
  lackingCommitted: number;
}

/** Ids of each set in turn; rounds follow the others, shallowest first. */
export type TotalsOrder = readonly (readonly string[])[];

export class Totals {
  readonly byState = new Map<NodeState, number>();
  readonly rounds = new Map<number, RoundTotals>();
  readonly proposals = new Set<string>();
  readonly awaiting = new Set<string>();
  readonly shortOfCommitted = new Set<string>();
  readonly unsettled = new Set<string>();
  readonly solutions = new Set<string>();
  readonly theories = new Set<string>();
  readonly roots = { proposed: 0, committed: 0 };
  terminalDepths = 0;
  /** Nodes with a committed child, and all committed children. */
  parents = 0;
  edges = 0;
  broad = 0;
  /** Nodes that say something holds: what quality weighs against DEAD. */
  held = 0;
  narrow = 0;

  constructor(private readonly protocol: Protocol) {}

  add = (node: TreeNode): void => {
    this.count(node, 1);
  };
  remove = (node: TreeNode): void => {
    this.count(node, -1);
  };

  round(number: number): RoundTotals {
    let round = this.rounds.get(number);
    if (round === undefined) {
      round = {
        counted: 0,
        concluded: 0,
        dead: 0,
        committed: 0,
        uncommitted: 0,
        lacking: 0,
        short: new Set(),
        lackingCommitted: 0,
      };
      this.rounds.set(number, round);
    }
    return round;
  }

  of(state: NodeState): number {
    return this.byState.get(state) ?? 0;
  }

  get committed(): number {
    return NodeState.options.reduce((sum, state) => sum + (state === 'PROPOSED' ? 0 : this.of(state)), 0);
  }

  get terminal(): number {
    return NodeState.options.reduce((sum, state) => sum + (isTerminal(this.protocol, state) ? this.of(state) : 0), 0);
  }

  /** Children still required in the whole tree. */
  get lacking(): number {
    let sum = 0;
    for (const round of this.rounds.values()) sum += round.lacking;
    return sum;
  }

  /** The deepest round with a committed node, 1 at the start. */
  get currentRound(): number {
    let deepest = 1;
    for (const [number, round] of this.rounds) if (round.committed > 0) deepest = Math.max(deepest, number);
    return deepest;
  }

  /**
   * The order of what messages name first. It tells of the way the tree came about, so a snapshot keeps it: an answer
   * must not depend on whether the session was opened from one.
   */
  order(): TotalsOrder {
    return this.ordered().map((set) => [...set]);
  }

  restoreOrder(order: TotalsOrder): void {
    this.ordered().forEach((set, index) => {
      const ids = order[index] ?? [];
      assert(ids.length === set.size && ids.every((id) => set.has(id)), 'the order kept is of other nodes');
      set.clear();
      for (const id of ids) set.add(id);
    });
  }

  private ordered(): Set<string>[] {
    const rounds = [...this.rounds]
      .filter(([, { short }]) => short.size > 0)
      .sort(([a], [b]) => a - b)
      .map(([, { short }]) => short);
    return [
      this.proposals,
      this.awaiting,
      this.shortOfCommitted,
      this.unsettled,
      this.solutions,
      this.theories,
      ...rounds,
    ];
  }

  private count(node: TreeNode, sign: 1 | -1): void {
    const { protocol } = this;
    this.byState.set(node.state, this.of(node.state) + sign);
    this.countInRound(node, sign);
    if (node.parent === null) this.roots[isCommitted(node) ? 'committed' : 'proposed'] += sign;
    if (node.parent === null) this.narrow += sign * narrowSolutions(protocol, node);
    mark(this.proposals, node, sign, !isCommitted(node));
    mark(this.awaiting, node, sign, isPending(protocol, node));
    mark(this.unsettled, node, sign, isCommitted(node) && !isSettled(protocol, node));
    mark(this.solutions, node, sign, isSolution(protocol, node));
    mark(this.theories, node, sign, node.state === 'SPEC');
    mark(this.shortOfCommitted, node, sign, childrenLacking(protocol, node, 'committed') > 0);
    if (isTerminal(protocol, node.state)) this.terminalDepths += sign * node.depth;
    if (node.childrenCommitted > 0) this.parents += sign;
    this.edges += sign * node.childrenCommitted;
    if (isBroad(protocol, node)) this.broad += sign;
    if (holds(protocol, node)) this.held += sign;
  }

  private countInRound(node: TreeNode, sign: 1 | -1): void {
    const round = this.round(node.depth);
    round[isCommitted(node) ? 'committed' : 'uncommitted'] += sign;
    const lacking = childrenLacking(this.protocol, node, 'proposed');
    round.lacking += sign * lacking;
    mark(round.short, node, sign, lacking > 0);
    round.lackingCommitted += sign * childrenLacking(this.protocol, node, 'committed');
    if (!node.counted) return;
    round.counted += sign;
    if (isConcluded(this.protocol, node.state)) round.concluded += sign;
    if (node.state === 'DEAD') round.dead += sign;
  }
}

function mark(set: Set<string>, { id }: TreeNode, sign: 1 | -1, belongs: boolean): void {
  if (!belongs) return;
  if (sign === 1) set.add(id);
  else set.delete(id);
}
