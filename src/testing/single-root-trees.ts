/** Small single-root trees that several tests start from, drawn so that a reader can count their nodes. */
import { accepted, investigation, type Investigation } from './investigation.js';

/** One node a round: `R1.A > R2.A > R3.A > R4.A`, the last one claiming. */
export function found(): Investigation {
  return explored().plant('R4.A', 'R3.A', 'FOUND');
}

/** The three open nodes above it. */
export function explored(): Investigation {
  return investigation('single-root')
    .plant('R1.A', null, 'EXPLORE')
    .plant('R2.A', 'R1.A', 'EXPLORE')
    .plant('R3.A', 'R2.A', 'EXPLORE');
}

/**
 * Eight nodes that may end as solved:
 * ```
 * R1.A EXPLORE ─┬─ R2.A EXPLORE ─┬─ R3.A EXPLORE ─┬─ R4.A FOUND (verified) ── R5.A VERIFY (its confirmer)
 *               └─ R2.B DEAD     └─ R3.B DEAD     └─ R4.B DEAD
 * ```
 */
export function verified(): Investigation {
  return found()
    .plant('R2.B', 'R1.A', 'DEAD')
    .plant('R3.B', 'R2.A', 'DEAD')
    .plant('R4.B', 'R3.A', 'DEAD')
    .plant('R5.A', 'R4.A', 'VERIFY');
}

/** Claims three deep: R5.A is to confirm R4.A, R6.A is to confirm R5.A, and R7.A is proposed to confirm R6.A. */
export function foundTower(): Investigation {
  const tree = found().plant('R5.A', 'R4.A', 'FOUND').plant('R6.A', 'R5.A', 'FOUND');
  accepted(tree.propose('R7.A', 'R6.A'));
  return tree;
}
