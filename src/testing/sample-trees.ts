/** Small multi-gate trees that many tests start from, drawn so that a reader can count their nodes. */
import { accepted, investigation, type Investigation } from './investigation.js';

/** One node a round, too few for any ratio: `R1.A > R2.A > R3.A`, the last one claiming. */
export function claimed(): Investigation {
  return investigation('multi-gate')
    .plant('R1.A', null, 'DRILL')
    .plant('R2.A', 'R1.A', 'VERIFY')
    .plant('R3.A', 'R2.A', 'VALID_PENDING');
}

/**
 * Seven nodes that may end as solved:
 * ```
 * R1.A DRILL ─┬─ R2.A VERIFY ── R3.A VALID (claimed) ── R4.A VALID (its confirmer)
 *             ├─ R2.B VERIFY ── R3.B DEAD
 *             └─ R2.C DEAD
 * ```
 */
export function solved(): Investigation {
  return halfSolved().plant('R4.A', 'R3.A', 'VALID');
}

/** The same, its claim not yet confirmed. */
export function halfSolved(): Investigation {
  return investigation('multi-gate')
    .plant('R1.A', null, 'DRILL')
    .plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY VERIFY DEAD')
    .plant('R3.A', 'R2.A', 'VALID_PENDING')
    .plant('R3.B', 'R2.B', 'DEAD');
}

/** Brings a fallen claim of the node up again. */
export function claimAgain(tree: Investigation, id: string): void {
  accepted(tree.reclassify(id, 'VERIFY'));
  accepted(tree.reclassify(id, 'VALID_PENDING'));
}
