/**
 * A control group for one command: no more processes and memory than it says, and a list of all that ever came of the
 * command, however they tried to get away. Removed after the run; what a killed server left is removed by the next.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../store/disk.js';
import type { CgroupHome, Controller } from './cgroup-home.js';
import { signalProcess, until } from './process-table.js';
import { isLeftBehind } from './run-mark.js';

export interface CgroupLimits {
  readonly processesMax: number;
  readonly memoryBytesMax: number;
}

const prefix = 'proctor-';
const goneWithinMs = 5000;

export class RunCgroup {
  private constructor(
    /** One for each hierarchy; a process joins by writing to the list in each. */
    readonly dirs: readonly string[],
    readonly controllers: readonly Controller[],
  ) {}

  /** Nothing where no home would have it: what limits are in force is for the caller to say. */
  static async create(
    homes: readonly CgroupHome[],
    mark: string,
    limits: CgroupLimits,
  ): Promise<RunCgroup | undefined> {
    const dirs: string[] = [];
    const controllers: Controller[] = [];
    for (const home of homes) {
      const dir = join(home.dir, `${prefix}${mark}`);
      try {
        await mkdir(dir);
        dirs.push(dir);
        for (const controller of home.controllers) await setLimit(dir, home.version, controller, limits);
        controllers.push(...home.controllers);
      } catch {
        if (dirs.at(-1) === dir) await rmdir(dirs.pop() ?? dir).catch(() => undefined);
      }
    }
    return dirs.length > 0 ? new RunCgroup(dirs, controllers) : undefined;
  }

  /** Kills what is left in it; false if something would not die. Without leave to fork, no bomb outruns the killing. */
  async kill(): Promise<boolean> {
    for (const dir of this.dirs) {
      try {
        writeFileSync(join(dir, 'pids.max'), '0', { flag: 'r+' });
      } catch {
        // The hierarchy of another controller has no such file.
      }
    }
    return until(() => {
      const left = this.#members();
      for (const pid of left) signalProcess(pid, 'SIGKILL');
      return left.length === 0;
    }, goneWithinMs);
  }

  async remove(): Promise<void> {
    for (const dir of this.dirs) {
      for (let tries = 0; (await isBusy(dir)) && tries < 50; tries += 1) await new Promise((r) => setTimeout(r, 10));
    }
  }

  #members(): number[] {
    return this.dirs.flatMap((dir) => {
      try {
        // 0 stands for a process of a table this one does not see.
        return readFileSync(join(dir, 'cgroup.procs'), 'utf8')
          .split('\n')
          .map(Number)
          .filter((pid) => pid > 1);
      } catch {
        return [];
      }
    });
  }

  /** Kills and removes what servers that are gone have left behind. */
  static async sweep(homes: readonly CgroupHome[]): Promise<number> {
    let swept = 0;
    for (const { dir } of homes) {
      for (const name of await readdir(dir).catch(() => [])) {
        if (!name.startsWith(prefix) || !(await isLeftBehind(name.slice(prefix.length)))) continue;
        const left = new RunCgroup([join(dir, name)], []);
        await left.kill();
        await left.remove();
        swept += 1;
      }
    }
    return swept;
  }
}

async function setLimit(dir: string, version: 1 | 2, controller: Controller, limits: CgroupLimits): Promise<void> {
  // Never makes a file: where the kernel has not put one, the controller is not there.
  const set = (name: string, value: number) => writeFile(join(dir, name), String(value), { flag: 'r+' });
  if (controller === 'pids') {
    await set('pids.max', limits.processesMax);
  } else {
    await set(version === 2 ? 'memory.max' : 'memory.limit_in_bytes', limits.memoryBytesMax);
    // Else a runaway fills the swap before it meets its limit. Missing where swap is not accounted for.
    if (version === 2) await set('memory.swap.max', 0).catch(() => undefined);
  }
}

/** Removes the directory if nothing is in it; the kernel takes a moment to let go of the last process. */
async function isBusy(dir: string): Promise<boolean> {
  try {
    await rmdir(dir);
    return false;
  } catch (error) {
    return codeOf(error) === 'EBUSY';
  }
}
