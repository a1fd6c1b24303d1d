/**
 * Which process holds something, told apart from a later one that got the same number, and whether it still runs. All
 * processes that share a data directory are taken to see the same process table.
 */
import { z } from 'zod';
import { codeOf, type Disk } from './disk.js';

export const Holder = z.object({
  pid: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** When the process began, in the system's ticks since boot; empty where the system does not say. */
  start: z.string().max(40),
  boot: z.string().max(80),
});
export type Holder = z.infer<typeof Holder>;

/** The process table, as far as holding things needs it. */
export interface Processes {
  self(): Promise<Holder>;
  isAlive(holder: Holder): Promise<boolean>;
}

/** Reads Linux's process files; elsewhere a process is known by its number alone. */
export function processesOn(disk: Disk): Processes {
  const read = async (path: string) => (await disk.readFile(path).catch(() => undefined))?.toString('latin1') ?? '';
  const startOf = async (pid: number) => runningSince(await read(`/proc/${pid}/stat`));
  const bootOf = async () => (await read('/proc/sys/kernel/random/boot_id')).trim();
  const self = async () => ({ pid: process.pid, start: await startOf(process.pid), boot: await bootOf() });

  return {
    self,
    async isAlive({ pid, start, boot }) {
      const us = await self();
      if (boot !== us.boot) return false;
      return us.start === '' ? answers(pid) : (await startOf(pid)) === start;
    },
  };
}

/** Field 22 of the process's line, or nothing if it has ended. Its name, field 2, may itself hold spaces and brackets. */
function runningSince(stat: string): string {
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const hasEnded = state === 'Z' || state === 'X';
  return hasEnded ? '' : (fields[18] ?? '');
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
