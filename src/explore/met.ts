/** What a play came across: an exploration that meets few of these has said little of the protocol. */
import { vocabularies } from '../../machines/schema/state.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import type { Play } from './play.js';

const claimOutcomes = ['confirmed', 'refuted', 'withdrawn'] as const;

/** In how many plays each was met, whatever is never met with a 0. */
export class Met {
  readonly #plays: Map<string, number>;

  constructor({ chart }: Protocol) {
    const { states, claim } = vocabularies[chart];
    const claims = claim ? claimOutcomes.map((outcome) => `claim ${outcome}`) : [];
    this.#plays = new Map([...states, ...claims, 'reclassified'].map((what) => [what, 0]));
  }

  add(play: Play): void {
    const nodes = play.nodes();
    const claims = nodes.flatMap((node) => node.claims.map(({ outcome }) => `claim ${outcome}`));
    const reclassified = play.steps.some((step) => step.startsWith('reclassify ')) ? ['reclassified'] : [];
    for (const what of new Set([...nodes.map(({ state }) => state), ...claims, ...reclassified])) {
      const plays = this.#plays.get(what);
      if (plays !== undefined) this.#plays.set(what, plays + 1);
    }
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#plays);
  }
}
