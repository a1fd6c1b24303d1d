/** How many processes and how much memory a command may have, and by what means this machine can hold it to that. */
import { availableParallelism, totalmem } from 'node:os';
import { readFile } from 'node:fs/promises';
import type { CgroupLimits, RunCgroup } from './run-cgroup.js';
import { countThreadsOf } from './process-table.js';

export interface LimitRequest extends Partial<CgroupLimits> {
  /** False to do without control groups, as on a machine that has none. */
  readonly cgroup?: boolean;
}

const mebibyte = 1024 * 1024;

/** Test runners start workers by the core, each with a dozen threads, and compilers take what memory there is. */
export function limitsOf({ processesMax, memoryBytesMax }: LimitRequest = {}): CgroupLimits {
  return {
    processesMax: processesMax ?? Math.max(512, 64 * availableParallelism()),
    memoryBytesMax: memoryBytesMax ?? Math.max(2048 * mebibyte, Math.floor(totalmem() / 2)),
  };
}

/** A limit set on the command itself, for want of a control group. */
export interface RlimitProcesses {
  readonly max: number;
  readonly said: string;
}

/**
 * The system counts all threads of the user against this limit, so it is set as many above those that run now. Root is
 * never held to it.
 */
export async function processRlimit(processesMax: number): Promise<RlimitProcesses | undefined> {
  const uid = process.getuid?.() ?? 0;
  const hard = /^Max processes\s+\S+\s+(\S+)/m.exec(await readFile('/proc/self/limits', 'utf8').catch(() => ''))?.[1];
  if (uid === 0 || hard === undefined) return undefined;
  const wanted = countThreadsOf(uid) + processesMax;
  const max = hard === 'unlimited' ? wanted : Math.min(wanted, Number(hard));
  return { max, said: `processes ${processesMax} more than the user has (rlimit)` };
}

export interface LimitsInForce {
  readonly limits: readonly string[];
  readonly absent: readonly string[];
  /** Whether a control group lists every process of the run. */
  readonly listsAll: boolean;
}

/** In words, for the evidence. */
export function limitsInForce(
  { processesMax, memoryBytesMax }: CgroupLimits,
  cgroup: RunCgroup | undefined,
  rlimit: RlimitProcesses | undefined,
): LimitsInForce {
  const limits: string[] = [];
  const absent: string[] = [];
  if (cgroup?.controllers.includes('memory')) {
    limits.push(`memory ${Math.floor(memoryBytesMax / mebibyte)} MiB (cgroup)`);
  } else absent.push('no memory limit');
  if (cgroup?.controllers.includes('pids')) limits.push(`processes ${processesMax} (cgroup)`);
  else if (rlimit) limits.push(rlimit.said);
  else absent.push('no process limit');
  return { limits, absent, listsAll: cgroup !== undefined };
}
