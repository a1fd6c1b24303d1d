/** A caller driven by numbers: some of its calls are honest, some are nonsense, some are cheats. */
import * as fc from 'fast-check';
import { isTerminal } from '../../machines/measures/tree-node.js';
import { vocabularies, type ChartName, type CommittedState } from '../../machines/schema/state.js';
import type { Investigation, Reply } from './investigation.js';

export interface Step {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  readonly n: number;
}

/** Deep enough for every rule, far from the limits of depth and nodes. */
const depthMax = 7;
const nodesMax = 60;

/** What confirmers are committed as: a yes more often than chance would have it, and some that is no answer. */
const verdicts: Readonly<Record<ChartName, readonly CommittedState[]>> = {
  'node@1': ['VALID', 'DEAD', 'VERIFY', 'VALID', 'SPEC'],
  'classic@1': ['VALID', 'DEAD', 'VERIFY', 'VALID', 'SPEC'],
  'single-root@1': ['VERIFY', 'DEAD', 'EXPLORE', 'VERIFY', 'FOUND'],
  'single-root@2': ['VERIFY', 'DEAD', 'EXPLORE', 'VERIFY', 'FOUND'],
};

export const steps = (max: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({ kind: fc.nat({ max: 15 }), a: fc.nat({ max: 999 }), b: fc.nat({ max: 999 }), n: fc.nat({ max: 4 }) }),
    { maxLength: max },
  );

const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)];

export class RandomCaller {
  #made = 0;

  constructor(readonly investigation: Investigation) {}

  /** Undefined where the step has nothing to act on. */
  take({ kind, a, b, n }: Step): Reply | undefined {
    if (kind <= 1) return this.#proposeRoots(n + 1);
    if (kind <= 4) return this.#proposeChildren(a, n);
    if (kind <= 8) return this.#commit(a, b, n);
    if (kind <= 11) return this.#reclassify(a, b);
    if (kind === 12) return this.#withdraw(a, n);
    if (kind === 13) return this.#cheatProposal(a, b);
    if (kind === 14) return this.#cheatCommit(a, b);
    return this.investigation.end();
  }

  #states() {
    return vocabularies[this.investigation.protocol.chart].states;
  }

  #committed() {
    return [...this.investigation.tree.all()].filter(({ state }) => state !== 'PROPOSED');
  }

  #uncommitted() {
    return [...this.investigation.tree.all()].filter(({ state }) => state === 'PROPOSED');
  }

  #newId(depth: number): string {
    this.#made += 1;
    return `R${depth}.n${this.#made}`;
  }

  #proposeRoots(count: number): Reply | undefined {
    const { protocol, tree } = this.investigation;
    if (tree.size > nodesMax) return undefined;
    // Where there is one root it is soon there, and every further one a cheat.
    if (protocol.onlyRoot !== undefined && !tree.get(protocol.onlyRoot))
      return this.investigation.propose(protocol.onlyRoot, null);
    return this.investigation.proposeAll(Array.from({ length: count }, () => [this.#newId(1), null]));
  }

  #proposeChildren(a: number, n: number): Reply | undefined {
    const { protocol, tree } = this.investigation;
    const open = this.#committed().filter(({ state, depth }) => !isTerminal(protocol, state) && depth < depthMax);
    const parent = pick(open, a);
    if (!parent || tree.size > nodesMax) return undefined;
    const count = (n % 3) + 1;
    return this.investigation.proposeAll(
      Array.from({ length: count }, () => [this.#newId(parent.depth + 1), parent.id]),
    );
  }

  #commit(a: number, b: number, n: number): Reply | undefined {
    const open = this.#uncommitted();
    if (open.length === 0) return undefined;
    const start = a % open.length;
    const batch = open.slice(start, start + n + 1);
    const results = batch.map(({ id, confirms }, index) => {
      const states = confirms === null ? this.#states() : verdicts[this.investigation.protocol.chart];
      return [id, { state: pick(states, b + index) ?? '', evidence: this.#evidence(id) }] as const;
    });
    return this.investigation.commit(Object.fromEntries(results));
  }

  #reclassify(a: number, b: number): Reply | undefined {
    const node = pick(this.#committed(), a);
    if (!node) return undefined;
    return this.investigation.reclassify(node.id, pick(this.#states(), b) ?? '', { evidence: this.#evidence(node.id) });
  }

  #withdraw(a: number, n: number): Reply | undefined {
    const open = this.#uncommitted();
    const start = a % Math.max(1, open.length);
    const ids = open.slice(start, start + (n % 2) + 1).map(({ id }) => id);
    return ids.length === 0 ? undefined : this.investigation.withdraw(...ids);
  }

  #cheatProposal(a: number, b: number): Reply {
    const some = pick([...this.investigation.tree.all()], a)?.id ?? 'R1.x';
    const tricks: [string, string | null][] = [
      ['R5.deep', null],
      [some, null],
      ['R2.orphan', 'R1.nobody'],
      ['../../etc', null],
      [`R2.under${b}`, some],
      ['R0.A', null],
    ];
    return this.investigation.proposeAll([pick(tricks, b) ?? ['R1.', null]]);
  }

  #cheatCommit(a: number, b: number): Reply {
    const open = this.#uncommitted();
    const target = pick(open, a)?.id ?? 'R1.nobody';
    const busy = pick(this.#committed(), a)?.agent ?? undefined;
    const tricks = [
      { state: 'DONE' },
      { state: 'VALID', evidence: 'It works.' },
      { state: 'DEAD', evidence: '' },
      { state: 'DEAD', agentId: busy },
      { state: 'DEAD', evidence: 'The same words for every node, which nobody looked at again at all.' },
    ];
    return this.investigation.commit({ [target]: pick(tricks, b) ?? 'DEAD', 'R9.ghost': 'DRILL' });
  }

  #evidence(id: string): string {
    this.#made += 1;
    return `Run ${this.#made} of the reproduction for ${id}: read its whole output and kept it.`;
  }
}
