/**
 * Brings an investigation to an honest-looking end from wherever it stands. It is the constructive half of liveness:
 * every call it makes must be accepted, and the last one must be tot_end.
 */
import { childrenLacking, isTerminal, type TreeNode } from '../../machines/measures/tree-node.js';
import { vocabularies, type CommittedState } from '../../machines/schema/state.js';
import { endBlockers } from '../session/plan-end.js';
import { accepted, type Investigation } from './investigation.js';

/** From this round on nothing limits how many nodes are concluded. */
const freeRound = { 'multi-gate': 5, classic: 3, 'single-root': 1 } as const;

export class Finisher {
  #made = 0;
  readonly #free: number;
  readonly #open: CommittedState;

  constructor(private readonly investigation: Investigation) {
    this.#free = freeRound[investigation.protocol.name as keyof typeof freeRound];
    [this.#open] = vocabularies[investigation.protocol.chart].open;
  }

  finish(): void {
    this.#withdrawClaims();
    this.#commitAll();
    this.#addRoots();
    this.#growToTheEnd();
    while (this.#reopenOneDeadEnd()) this.#growToTheEnd();
    while (this.#widenOneSolution()) this.#growToTheEnd();
    while (this.#isPoor()) this.#addDeadEnds();
    accepted(this.investigation.end());
  }

  #nodes(): TreeNode[] {
    return [...this.investigation.tree.all()];
  }

  #withdrawClaims(): void {
    for (const id of [...this.investigation.totals.awaiting]) accepted(this.investigation.reclassify(id, this.#open));
  }

  /** Whatever is open is looked into further; only where nothing is limited is it concluded. */
  #commitAll(): void {
    for (const id of [...this.investigation.totals.proposals]) {
      const dead = this.investigation.node(id).depth >= this.#free;
      accepted(this.investigation.commit({ [id]: dead ? { state: 'DEAD', evidence: this.#evidence(id) } : 'VERIFY' }));
    }
    // A DEAD confirmer cannot refute here: all claims were withdrawn before.
  }

  #addRoots(): void {
    const { protocol, state, totals } = this.investigation;
    if (protocol.onlyRoot !== undefined) {
      if (totals.roots.committed === 0) accepted(this.investigation.propose(protocol.onlyRoot, null));
      this.#commitAll();
      return;
    }
    const missing = Math.max(1, state.info.rootsMin - totals.roots.committed);
    for (let index = 0; index < missing; index += 1) this.#grow(null);
  }

  #growToTheEnd(): void {
    for (;;) {
      const short = this.#nodes().find((node) => childrenLacking(this.investigation.protocol, node, 'committed') > 0);
      if (!short) return;
      this.#grow(short);
    }
  }

  #grow(parent: TreeNode | null): void {
    this.#made += 1;
    const id = `R${(parent?.depth ?? 0) + 1}.end${this.#made}`;
    accepted(this.investigation.propose(id, parent?.id ?? null));
    this.#commitAll();
  }

  /** Where no other root may be added, an investigation that died too early is revived at its deepest dead end. */
  #reopenOneDeadEnd(): boolean {
    const { protocol, totals } = this.investigation;
    if (protocol.onlyRoot === undefined || totals.currentRound >= protocol.roundsMin) return false;
    const end = this.#nodes().find(({ state, depth }) => state === 'DEAD' && depth === totals.currentRound);
    if (!end) throw new Error(`no dead end to reopen in round ${totals.currentRound}`);
    accepted(this.investigation.reclassify(end.id, this.#open));
    return true;
  }

  /** Makes the topmost node above a narrow solution (or, without solutions, any root) a DRILL with all its children. */
  #widenOneSolution(): boolean {
    const { protocol, totals, tree } = this.investigation;
    if (!protocol.broadDrillRequired) return false;
    if (totals.solutions.size === 0 ? totals.broad > 0 : totals.narrow === 0) return false;
    const roots = this.#nodes().filter(({ parent }) => parent === null);
    const narrow = roots.find((root) => root.narrowBelow > 0 && root.state !== 'DRILL');
    const root = narrow ?? roots.find(({ state }) => state === 'VERIFY' && totals.solutions.size === 0);
    if (!root) throw new Error(`nothing to widen among ${roots.map(({ id }) => id).join(', ')}`);
    accepted(this.investigation.reclassify(root.id, 'DRILL'));
    return tree.size > 0;
  }

  #isPoor(): boolean {
    return endBlockers(this.investigation.state).some(({ code }) => code === 'QUALITY_TOO_LOW');
  }

  /** Dead ends below a node that is open anyway: deeper, wider and less unexplored. */
  #addDeadEnds(): void {
    const { protocol } = this.investigation;
    const above = this.#nodes().find(({ state, depth }) => depth >= this.#free - 1 && !isTerminal(protocol, state));
    if (!above) {
      this.#grow(null);
      this.#growToTheEnd();
      return;
    }
    for (let count = 0; count < 5; count += 1) this.#grow(above);
  }

  #evidence(id: string): string {
    return `Followed ${id} to its end (${this.#made}): the trace shows nothing that could cause it.`;
  }
}
