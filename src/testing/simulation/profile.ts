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
  /** The share of appends after which the power is cut, before they can be durable. */
  readonly cutRate: number;
  /** The share of steps after which a process has been idle for long enough to keep snapshots. */
  readonly idleRate: number;
  /** The share of syncs that fail right after a record that follows a claim: there a fault does the most harm. */
  readonly claimFaultRate: number;
  /** Everybody wants the same agent, and nothing else. */
  readonly isRivalry: boolean;
  /** The share of wishes that archive or delete a session. */
  readonly moveRate: number;
  /** Bits flipped at the end, each on a copy of its own. */
  readonly flips: number;
  /** At the end requests are repeated, claims taken and sessions written on, too. */
  readonly isThorough: boolean;
}

export function profileOf(random: Random): Profile {
  const size = random.next();
  const rates = {
    faultRate: random.pick([0, 0, 0.01, 0.05]),
    killRate: random.pick([0, 0, 0.005, 0.02]),
    jumpRate: random.pick([0, 0, 0.02]),
    cutRate: random.pick([0, 0.1, 0.3]),
    idleRate: random.pick([0, 0, 0.03, 0.15]),
    claimFaultRate: 0,
    isRivalry: false,
    moveRate: random.chance(0.2) ? 0.3 : 0,
    flips: random.chance(0.08) ? 3 : 0,
    isThorough: random.chance(size < 0.95 ? 0.05 : 0.3),
  };
  if (size < 0.08)
    return {
      ...{ sessions: 2, processes: random.between(1, 2), callers: 1, epochs: 1, wishes: random.between(7, 10) },
      ...rates,
      ...{ cutRate: 0, claimFaultRate: 0.5, isRivalry: true, moveRate: 0, flips: 0, isThorough: false },
    };
  if (size < 0.95)
    return {
      sessions: random.pick([1, 1, 1, 2]),
      processes: random.between(1, 2),
      callers: 1,
      epochs: random.pick([1, 1, 2]),
      wishes: random.between(2, 5),
      ...rates,
    };
  return {
    sessions: random.between(1, 3),
    processes: random.between(2, 4),
    callers: random.between(1, 2),
    epochs: random.between(1, 3),
    wishes: size < 0.998 ? random.between(5, 12) : random.between(30, 60),
    ...rates,
  };
}
