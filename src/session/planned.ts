/** What judging a command comes to: the moves it would make, or every reason against it. */
import type { Facts, Move, Principal } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';

/** What the engine found out before the charts are asked. */
export interface Gathered {
  readonly facts: Facts;
  /** Digest of each result's own evidence, in order: a node named twice has two, and `facts` keep one for each node. */
  readonly evidence?: readonly (string | undefined)[];
  /** Who asks. */
  readonly by: Principal;
  readonly agentsElsewhere: ReadonlyMap<string, string>;
}

export type Plan =
  | { readonly ok: true; readonly moves: readonly Move[] }
  | { readonly ok: false; readonly violations: readonly Violation[] };

export const accepted = (moves: readonly Move[]): Plan => ({ ok: true, moves });
export const refused = (violations: readonly Violation[]): Plan => ({ ok: false, violations });
