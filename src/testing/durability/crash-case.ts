/**
 * One durable thing and what a power cut may do to it. Says which syncs its code makes, and what is lost when one of
 * them is left out: a sync whose absence shows nowhere is either not needed or not tested.
 */
import type { SimulatedFiles } from '../simulation/simulated-files.js';
import { afterCut, cutAfter, machineAfter, withoutSync, worldOn, type Sync, type World } from './world.js';

export interface CrashCase<T> {
  /** What is there before, durable. */
  readonly prepare: (world: World) => Promise<unknown>;
  /** What must be durable when it returns; what it answers is handed to `lost`. */
  readonly act: (world: World) => Promise<T>;
  /** What is wrong after a power cut later than that; undefined if nothing is. */
  readonly lost: (world: World, acted: T) => Promise<string | undefined>;
  /** The same after a power cut in the midst of it. */
  readonly broken?: (world: World) => Promise<string | undefined>;
  /** Syncs nobody would miss, and why. */
  readonly spare?: readonly (readonly [what: RegExp, why: string])[];
}

/** Enough that every name and every file is lost and kept in every combination that matters. */
const cuts = 64;

/** Undefined if no power cut after the operation takes anything. */
export async function lossAfter<T>(the: CrashCase<T>, left?: number, onSync: (sync: Sync) => void = () => undefined) {
  const files = await machineAfter(the.prepare);
  const acted = await the.act(worldOn(files, withoutSync(files, left, onSync)));
  return firstLoss(files, (world) => the.lost(world, acted));
}

/** Undefined if the operation may be cut short after each of its steps. */
export async function lossWithin<T>(the: CrashCase<T>, left?: number): Promise<string | undefined> {
  const { broken } = the;
  if (!broken) return undefined;
  for (let steps = 0, isDone = false; !isDone; steps += 1) {
    const files = await machineAfter(the.prepare);
    isDone = await new Promise<boolean>((resolve, reject) => {
      const cut = cutAfter(steps, () => resolve(false));
      const unsynced = withoutSync(files, left, () => undefined);
      the.act(worldOn(files, (disk) => cut(unsynced(disk)))).then(() => resolve(true), reject);
    });
    const loss = await firstLoss(files, broken);
    if (loss !== undefined) return `after step ${steps}: ${loss}`;
  }
  return undefined;
}

/** Syncs that were left out one at a time without anybody noticing, but for those that are called spare. */
export async function unnoticed<T>(the: CrashCase<T>): Promise<string[]> {
  const syncs: Sync[] = [];
  await lossAfter(the, undefined, (sync) => syncs.push(sync));
  const missed: string[] = [];
  for (const { number, what } of syncs) {
    const isSpare = the.spare?.some(([spared]) => spared.test(what)) ?? false;
    const loss = (await lossAfter(the, number)) ?? (await lossWithin(the, number));
    if ((loss === undefined) !== isSpare) missed.push(isSpare ? `${what} is not spare: ${loss}` : what);
  }
  return missed;
}

async function firstLoss(files: SimulatedFiles, look: (world: World) => Promise<string | undefined>) {
  for (let seed = 0; seed < cuts; seed += 1) {
    const loss = await look(afterCut(files, seed)).catch((error: unknown) => String(error));
    if (loss !== undefined) return loss;
  }
  return undefined;
}
