/**
 * Looks for investigations of a protocol that can be begun and not ended. Plays many, tries to finish each from where it
 * stands, and for one that cannot be finished looks for the earliest step after which it could no longer be.
 */
import type { Protocol } from '../../machines/schema/protocol.js';
import type { Violation } from '../../machines/schema/violation.js';
import { Finisher, type Habits } from './finish.js';
import { Met } from './met.js';
import { Play } from './play.js';
import { Random } from './random.js';
import { wander } from './wander.js';

/** Longer ones come to the same corners by more words. */
const callsMax = 60;

const either = [false, true] as const;
const manners: readonly Habits[] = either.flatMap((widensAtTop) =>
  either.flatMap((withdraws) => either.map((narrows) => ({ narrows, withdraws, widensAtTop }))),
);

export interface DeadEnd {
  /** Accepted calls, in words, that lead there. */
  readonly steps: readonly string[];
  readonly blockers: readonly Violation[];
}

export interface Exploration {
  readonly seed: number;
  readonly plays: number;
  /** Different trees that were to be brought to an end, and those of them that could not be. */
  readonly states: number;
  readonly stuck: number;
  readonly calls: number;
  /** In how many plays each state, end of a claim and so on was met. */
  readonly met: Readonly<Record<string, number>>;
  /** The shortest play found that cannot be ended. */
  readonly deadEnd: DeadEnd | undefined;
}

export interface ExploreOptions {
  readonly plays: number;
  readonly seed: number;
  /** Asked between plays: whether to leave it at that. */
  readonly isOver?: () => boolean;
  readonly onPlay?: (played: number) => void;
}

export function explore(protocol: Protocol, { plays, seed, isOver, onPlay }: ExploreOptions): Exploration {
  const seen = new Set<string>();
  const met = new Met(protocol);
  let [count, stuck, calls] = [0, 0, 0];
  let deadEnd: DeadEnd | undefined;
  while (count < plays && !(count > 0 && isOver?.())) {
    // The first is the empty one: whoever cannot end that can end none.
    const length = count === 0 ? 0 : 1 + new Random(count).below(callsMax);
    const play = played(protocol, seed + count, length);
    calls += play.steps.length;
    met.add(play);
    const shape = play.shape();
    if (!seen.has(shape)) {
      seen.add(shape);
      const blockers = blockersLeft(play);
      if (blockers.length > 0) {
        stuck += 1;
        deadEnd = shorter(deadEnd, earliest(protocol, seed + count, length, { steps: play.steps, blockers }));
      }
    }
    play.stop();
    count += 1;
    onPlay?.(count);
    if (deadEnd?.steps.length === 0) break;
  }
  return { seed, plays: count, states: seen.size, stuck, calls, met: met.counts(), deadEnd };
}

const shorter = (a: DeadEnd | undefined, b: DeadEnd): DeadEnd => (a && a.steps.length <= b.steps.length ? a : b);

/** What is in the way whichever manner is tried: the shortest list of them. */
function blockersLeft(play: Play): readonly Violation[] {
  let fewest: readonly Violation[] | undefined;
  for (const habits of manners) {
    const fork = play.fork();
    const blockers = new Finisher(fork, habits).finish();
    fork.stop();
    if (blockers.length === 0) return [];
    if (!fewest || blockers.length < fewest.length) fewest = blockers;
  }
  return fewest ?? [];
}

/** Plays it again, shorter: what cannot be ended after some calls cannot be after more, so halving finds the first. */
function earliest(protocol: Protocol, seed: number, length: number, last: DeadEnd): DeadEnd {
  let found = last;
  let [alive, dead] = [-1, length];
  while (dead - alive > 1) {
    const middle = Math.floor((alive + dead) / 2);
    const play = played(protocol, seed, middle);
    const blockers = blockersLeft(play);
    play.stop();
    if (blockers.length === 0) alive = middle;
    else [dead, found] = [middle, { steps: play.steps, blockers }];
  }
  return found;
}

function played(protocol: Protocol, seed: number, calls: number): Play {
  const random = new Random(seed);
  const play = Play.start(protocol);
  for (let call = 0; call < calls; call += 1) wander(play, random);
  return play;
}
