/**
 * Brings an investigation to tot_end from wherever it stands, as cheaply as the protocol lets it. That it succeeds proves
 * a way; that it fails proves none was found, which is why explore.ts has it try more than once.
 */
import { childrenLacking, isCommitted, type TreeNode } from '../../machines/measures/tree-node.js';
import type { Violation } from '../../machines/schema/violation.js';
import { vocabularies, type CommittedState } from '../../machines/schema/state.js';
import type { Play } from './play.js';

const stepsMax = 600;
/** Dead ends are added in the hope of quality; past this many batches there is none. */
const dullMax = 40;

/** Which of the ways that are open to take first. */
export interface Habits {
  /** Whether what has too few children is made a state that needs fewer. */
  readonly narrows: boolean;
  /** Whether proposals that were there before are taken back rather than looked into. */
  readonly withdraws: boolean;
  /** Whether a tree too narrow is widened at its top: there children are fewer to conclude, below there is more room. */
  readonly widensAtTop: boolean;
}

export class Finisher {
  readonly #play: Play;
  readonly #habits: Habits;
  readonly #open: readonly CommittedState[];
  readonly #terminal: readonly CommittedState[];
  /** How deep one branch has to be kept open. */
  #depthGoal: number;
  #dull = 0;

  constructor(play: Play, habits: Habits) {
    this.#play = play;
    this.#habits = habits;
    const { chart, children, roundsMin } = play.protocol;
    const { open, terminal } = vocabularies[chart];
    this.#open = [...open].sort((a, b) => (children[a] ?? 0) - (children[b] ?? 0));
    // A dead end counts for quality; the others are for where there may be none.
    this.#terminal = [...terminal].sort((a, b) => Number(b === 'DEAD') - Number(a === 'DEAD'));
    this.#depthGoal = roundsMin;
  }

  /** What is still in the way when nothing more can be done: nothing, if it has ended. */
  finish(): readonly Violation[] {
    this.#dropClaims();
    if (this.#habits.withdraws) for (const id of [...this.#play.tree.totals.proposals]) this.#play.withdraw(id);
    for (let step = 0; step < stepsMax; step += 1) {
      if (this.#play.blockers().length === 0 && this.#play.end()) return [];
      if (
        !this.#commitOne() &&
        !this.#addRoots() &&
        !this.#grow() &&
        !this.#deepen() &&
        !this.#widen() &&
        !this.#enrich()
      )
        break;
    }
    return this.#play.blockers();
  }

  #dropClaims(): void {
    const { claim } = vocabularies[this.#play.protocol.chart];
    if (claim) for (const id of [...this.#play.tree.totals.awaiting]) this.#play.reclassify(id, claim.fallen);
  }

  /** Concluded where that is allowed and no branch has to stay open; else looked into further. */
  #commitOne(): boolean {
    const [id] = this.#play.tree.totals.proposals;
    if (id === undefined) return false;
    const node = this.#play.tree.at(id);
    const states = this.#mustStayOpen(node) ? [...this.#open, ...this.#terminal] : [...this.#terminal, ...this.#open];
    return states.some((state) => this.#play.commit(id, state)) || this.#play.withdraw(id);
  }

  /** The tree is not deep enough yet, and nothing else leads further down. */
  #mustStayOpen(node: TreeNode): boolean {
    if (node.depth >= this.#depthGoal || this.#play.tree.totals.currentRound >= this.#depthGoal) return false;
    const others = this.#play.nodes().filter((each) => each !== node && isCommitted(each) && this.#isOpen(each));
    return !others.some(({ depth }) => depth >= node.depth);
  }

  #isOpen(node: TreeNode): boolean {
    return this.#open.some((state) => state === node.state);
  }

  #addRoots(): boolean {
    const { totals } = this.#play.tree;
    const missing = this.#play.rootsMin - totals.roots.committed - totals.roots.proposed;
    return missing > 0 && this.#propose(null, missing);
  }

  /** Some node short of children is concluded, made to need fewer, or given them. */
  #grow(): boolean {
    const { protocol, tree } = this.#play;
    const short = [...tree.totals.shortOfCommitted].map((id) => tree.at(id)).sort((a, b) => b.depth - a.depth);
    return short.some((node) => {
      if (node.children.size === 0 && !this.#mustStayOpen(node) && this.#become(node, this.#terminal)) return true;
      if (this.#habits.narrows && this.#become(node, this.#fewerChildren(node))) return true;
      if (this.#propose(node, childrenLacking(protocol, node, 'proposed'))) return true;
      return this.#become(node, this.#fewerChildren(node)) || this.#become(node, this.#terminal);
    });
  }

  #fewerChildren(node: TreeNode): CommittedState[] {
    const { children, broadDrillRequired } = this.#play.protocol;
    const needed = (state: TreeNode['state']) => children[state] ?? 0;
    if (broadDrillRequired && this.#play.tree.totals.broad === 0) return [];
    return this.#open.filter((state) => needed(state) < needed(node.state));
  }

  /** One more node at the bottom, or a way down opened again. */
  #deepen(): boolean {
    const { protocol, tree } = this.#play;
    if (tree.totals.currentRound >= this.#depthGoal) return false;
    const nodes = this.#play.nodes().sort((a, b) => b.depth - a.depth);
    // Below a claim it would be a confirmer, which has to decide.
    const open = nodes.filter((node) => this.#isOpen(node) && node.depth < protocol.depthMax);
    if (open.some((node) => this.#propose(node, 1))) return true;
    return (
      nodes.some((node) => node.depth < protocol.depthMax && this.#become(node, this.#open)) || this.#propose(null, 1)
    );
  }

  /** Above every solution, or somewhere where there is none, a node with all the children the widest state needs. */
  #widen(): boolean {
    const { protocol, tree } = this.#play;
    if (!this.#isBlockedBy('TOO_NARROW')) return false;
    const [widest] = vocabularies[protocol.chart].open;
    const hasSolutions = tree.totals.solutions.size > 0;
    const fits = (node: TreeNode) => this.#isOpen(node) && node.state !== widest && node.depth < protocol.depthMax;
    const nodes = this.#play.nodes().filter((node) => (hasSolutions ? node.narrowBelow > 0 : true));
    nodes.sort((a, b) => (hasSolutions || this.#habits.widensAtTop ? a.depth - b.depth : b.depth - a.depth));
    if (nodes.some((node) => fits(node) && this.#become(node, [widest]))) return true;
    const solutions = [...tree.totals.solutions].map((id) => tree.at(id));
    return (hasSolutions ? solutions : nodes).some((node) => this.#become(node, [widest])) || this.#propose(null, 1);
  }

  /** Dead ends below a node that is open anyway, where most of them may be concluded: wider and less unexplored. */
  #enrich(): boolean {
    const { protocol, tree } = this.#play;
    if (!this.#isBlockedBy('QUALITY_TOO_LOW') || (this.#dull += 1) > dullMax) return false;
    const free = protocol.concludedMaxByRound.length;
    const goal = Math.min(protocol.depthMax, Math.max(protocol.quality.depthGoal, free + 1, protocol.roundsMin));
    if (tree.totals.currentRound < goal && this.#depthGoal < goal) {
      this.#depthGoal = goal;
      if (this.#deepen()) return true;
    }
    const open = this.#play.nodes().filter((node) => this.#isOpen(node) && node.depth < protocol.depthMax);
    open.sort((a, b) => b.depth - a.depth);
    return open.some((node) => this.#propose(node, protocol.proposalBatchMax)) || this.#propose(null, 1);
  }

  #isBlockedBy(code: string): boolean {
    return this.#play.blockers().some((blocker) => blocker.code === code);
  }

  #become(node: TreeNode, states: readonly CommittedState[]): boolean {
    return states.some((state) => state !== node.state && this.#play.reclassify(node.id, state));
  }

  #propose(parent: TreeNode | null, count: number): boolean {
    if (count === 0) return false;
    return this.#play.propose(parent, Math.min(count, this.#play.protocol.proposalBatchMax)).length > 0;
  }
}
