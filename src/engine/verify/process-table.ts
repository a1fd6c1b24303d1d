/**
 * The machine's processes as `/proc` shows them; empty where there is none. Read without awaiting: while a loop of
 * awaited reads is under way a fork bomb doubles.
 */
import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly threads: number;
  readonly stopped: boolean;
}

const isPid = (name: string) => /^[1-9]\d*$/.test(name);

/** Those that still run: one that has ended and only waits to be noticed by its parent can do nothing more. */
export function listProcesses(): ProcessEntry[] {
  return pids().flatMap((pid) => entryOf(pid) ?? []);
}

export function entryOf(pid: number): ProcessEntry | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name, field 2, may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, session] = fields;
  if (['', 'Z', 'X'].includes(state)) return undefined;
  const [threads] = fields.slice(17);
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    threads: Number(threads),
    stopped: state === 'T' || state === 't',
  };
}

/** A variable of the environment a process was started with; nothing where it is not ours to read. */
export function startedWith(pid: number, name: string): string | undefined {
  const prefix = `${name}=`;
  return read(`/proc/${pid}/environ`)
    .split('\0')
    .find((variable) => variable.startsWith(prefix))
    ?.slice(prefix.length);
}

/** What the user's limit on processes counts: the threads of every process. */
export function countThreadsOf(uid: number): number {
  const isTheirs = ({ pid }: ProcessEntry) => {
    try {
      return statSync(`/proc/${pid}`).uid === uid;
    } catch {
      return false;
    }
  };
  return listProcesses()
    .filter(isTheirs)
    .reduce((sum, { threads }) => sum + threads, 0);
}

/** The table of processes this one sees, told apart from that of a container; empty where the system does not say. */
export function tableId(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
  } catch {
    return '';
  }
}

/** Refuses what a number could also mean to `kill`: the caller's own group (0), everyone (-1), the system (1). */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  if (!Number.isSafeInteger(pid) || Math.abs(pid) <= 1 || pid === process.pid) return;
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or another user's: the caller looks again anyway.
  }
}

/** Asks again, less and less often, until `isDone`; false if it was not by then. */
export async function until(isDone: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = 1; !isDone(); pauseMs = Math.min(pauseMs * 2, 50)) {
    if (performance.now() >= end) return false;
    await sleep(pauseMs);
  }
  return true;
}

function pids(): number[] {
  try {
    return readdirSync('/proc').filter(isPid).map(Number);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
