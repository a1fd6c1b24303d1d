/** What a server does at its start about the runs of one that was killed. */
import { sweepTemporaryDirs } from '../temporary-dir.js';
import { killFamily } from './end-of-tree.js';
import { usableCgroupHomes } from './isolation.js';
import { listProcesses, startedWith } from './process-table.js';
import { RunCgroup } from './run-cgroup.js';
import { isLeftBehind, markVariable } from './run-mark.js';

export interface Swept {
  /** Runs of which processes were still there. */
  readonly runs: number;
  /** Control groups that were still there. */
  readonly cgroups: number;
}

/** Kills the processes and removes the traces of runs whose server is gone. Leaves every other run alone. */
export async function sweepLeftRuns(): Promise<Swept> {
  const cgroups = await RunCgroup.sweep(await usableCgroupHomes());
  const marks = new Set(listProcesses().flatMap(({ pid }) => startedWith(pid, markVariable) ?? []));
  let runs = 0;
  for (const mark of marks) {
    if (!(await isLeftBehind(mark))) continue;
    await killFamily({ mark });
    runs += 1;
  }
  await sweepTemporaryDirs();
  return { runs, cgroups };
}
