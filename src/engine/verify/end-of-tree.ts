/**
 * Sees to it that nothing of a command is left, whether it ended or has to. Kills only processes found to be the
 * command's own: by descent, session, group or mark.
 */
import { entryOf, listProcesses, signalProcess, startedWith, until, type ProcessEntry } from './process-table.js';
import { markVariable } from './run-mark.js';

const goneWithinMs = 5000;
const frozenWithinMs = 1000;

/**
 * Kills the process a sandbox was started as, and its children first: the first process of a namespace takes all others
 * with it. Held still before, so that it cannot start one that nobody sees.
 */
export async function killSandbox(pid: number): Promise<boolean> {
  signalProcess(pid, 'SIGSTOP');
  await until(() => entryOf(pid)?.stopped ?? true, frozenWithinMs);
  const children = listProcesses().filter(({ parent }) => parent === pid);
  for (const child of children) signalProcess(child.pid, 'SIGKILL');
  signalProcess(-pid, 'SIGKILL');
  signalProcess(pid, 'SIGKILL');
  return allGone(children.map((child) => child.pid));
}

/** One that only waits to be noticed by its parent counts as gone. */
export async function allGone(pids: readonly number[]): Promise<boolean> {
  return until(() => pids.every((pid) => entryOf(pid) === undefined), goneWithinMs);
}

/** Kills what can be found of a run without a namespace; false if something would not die. */
export async function killFamily(family: { leader?: number; mark?: string | undefined }): Promise<boolean> {
  const { leader } = family;
  const known = new Set<number>(leader === undefined ? [] : [leader]);
  const frozen = new Set<number>();
  // All are held still before the first is killed, else a fork bomb is quicker than its end.
  await until(() => {
    const fresh = members(family, known).filter(({ pid }) => !frozen.has(pid));
    for (const { pid } of fresh) {
      signalProcess(pid, 'SIGSTOP');
      frozen.add(pid);
    }
    return fresh.length === 0;
  }, frozenWithinMs);
  let emptyLooks = 0;
  return until(() => {
    // Without a process table there is only the group to go by.
    if (leader !== undefined) signalProcess(-leader, 'SIGKILL');
    const left = members(family, known);
    for (const { pid } of left) signalProcess(pid, 'SIGKILL');
    // One that is becoming another program shows no environment for a moment, and with it no mark.
    emptyLooks = left.length === 0 ? emptyLooks + 1 : 0;
    return emptyLooks === 2;
  }, goneWithinMs);
}

/** Adds to `known`: whose parent has been killed in between is still one of them. */
function members({ leader, mark }: { leader?: number; mark?: string | undefined }, known: Set<number>): ProcessEntry[] {
  const all = listProcesses().filter(({ pid }) => pid !== process.pid);
  const isMarked = ({ pid }: ProcessEntry) => mark !== undefined && startedWith(pid, markVariable) === mark;
  const isInSession = ({ session, group }: ProcessEntry) =>
    leader !== undefined && (session === leader || group === leader);
  for (const entry of all) {
    if (!known.has(entry.pid) && (isInSession(entry) || isMarked(entry))) known.add(entry.pid);
  }
  for (let sizeBefore = -1; sizeBefore !== known.size;) {
    sizeBefore = known.size;
    for (const { pid, parent } of all) if (known.has(parent)) known.add(pid);
  }
  return all.filter(({ pid }) => known.has(pid));
}
