/** How much happens in one seed: most are short, so that a million can be run; some are long, with four processes. */
import type { Random } from './random.js';

export interface Profile {
  readonly sessions: number;
  readonly processes: number;
  /** Callers a process serves at once. */
  readonly callers: number;
  readonly epochs: number;
  /** Wishes of all callers in one epoch. */
  readonly wishes: number;
  /** The share of disk calls that fail. */
  readonly faultRate: number;
  /** The share of steps at which a process dies, and at which the clock jumps. */
  readonly killRate: number;
  readonly jumpRate: number;
  /** The share of steps after which a process has been idle for long enough to keep snapshots. */
  readonly idleRate: number;
  readonly flips: number;
}

export function profileOf(random: Random): Profile {
  const size = random.next();
  const faultRate = random.pick([0, 0, 0.005, 0.03]);
  const killRate = random.pick([0, 0.003, 0.02]);
  const rates = { faultRate, killRate, jumpRate: random.pick([0, 0.01]), idleRate: random.pick([0, 0.02, 0.1]) };
  const flips = random.chance(0.1) ? 3 : 0;
  if (size < 0.8)
    return {
      sessions: random.pick([1, 1, 2]),
      processes: random.between(1, 2),
      callers: 1,
      epochs: random.between(1, 2),
      wishes: random.between(2, 6),
      ...rates,
      flips,
    };
  const isLong = size > 0.99;
  return {
    sessions: random.between(1, 3),
    processes: random.between(2, 4),
    callers: random.between(1, 2),
    epochs: random.between(1, 3),
    wishes: isLong ? random.between(30, 60) : random.between(6, 14),
    ...rates,
    flips,
  };
}
