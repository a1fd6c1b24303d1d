/** What every node actor shares, whatever its chart: its input, its context, the events it takes. */
import type { Tally } from './rules/claim-verdict.js';
import type { CommittedState } from './schema/state.js';

export interface NodeInput {
  readonly id: string;
  readonly parent: string | null;
  readonly depth: number;
  /** The number of the parent's claim it was proposed to confirm. */
  readonly confirms: number | null;
}

export interface NodeContext extends NodeInput {
  readonly claims: number;
}

export type NodeEvent =
  | { type: `commit.${CommittedState}` }
  | { type: `reclassify.${CommittedState}`; children: number }
  | { type: 'claim.tally'; tally: Tally };
