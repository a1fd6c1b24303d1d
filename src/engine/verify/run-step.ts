/** Runs one argv list in a sandbox and returns when nothing of it is left, however it ended. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type { CgroupHome } from './cgroup-home.js';
import { allGone, killFamily, killSandbox } from './end-of-tree.js';
import { findProgram } from './find-program.js';
import { isolationOf, type Isolation } from './isolation.js';
import { limitsInForce, limitsOf, processRlimit, type LimitRequest } from './limits.js';
import { RunCgroup } from './run-cgroup.js';
import { markVariable, newMark } from './run-mark.js';
import { launchLine, type Sandbox } from './sandbox.js';

export interface StepRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  readonly writable: readonly string[] | undefined;
  readonly limits: LimitRequest | undefined;
  readonly sandbox: Sandbox;
  readonly cgroupHomes: readonly CgroupHome[];
  readonly outputFd: number;
  /** Aborted: kill everything at once. */
  readonly stop: AbortSignal;
}

export type StepEnd =
  | { readonly how: 'exited'; readonly code: number; readonly signal: string | null }
  | { readonly how: 'stopped' }
  | { readonly how: 'not_started'; readonly error: string };

export interface StepResult {
  readonly end: StepEnd;
  readonly isolation: Isolation;
}

const infoFd = 3;

export async function runStep(request: StepRequest): Promise<StepResult> {
  const { sandbox, network, writable } = request;
  const limits = limitsOf(request.limits);
  const mark = await newMark();
  const cgroup = mark === undefined ? undefined : await RunCgroup.create(request.cgroupHomes, mark, limits);
  const hasPidLimit = cgroup?.controllers.includes('pids') === true;
  const canRlimit = !hasPidLimit && sandbox.tools.prlimit !== undefined;
  const rlimit = canRlimit ? await processRlimit(limits.processesMax) : undefined;
  const inForce = limitsInForce(limits, cgroup, rlimit);
  const isolation = isolationOf(sandbox, { network, restrictsWrites: writable !== undefined }, inForce);
  try {
    const { end, isClean } = await startAndEnd(request, { mark, cgroup, processesMax: rlimit?.max });
    const absent = isClean ? isolation.absent : [...isolation.absent, 'something of the run would not die'];
    return { end, isolation: { ...isolation, absent } };
  } finally {
    await cgroup?.remove();
  }
}

interface Means {
  readonly mark: string | undefined;
  readonly cgroup: RunCgroup | undefined;
  readonly processesMax: number | undefined;
}

async function startAndEnd(request: StepRequest, means: Means): Promise<{ end: StepEnd; isClean: boolean }> {
  if (request.stop.aborted) return { end: { how: 'stopped' }, isClean: true };
  const started = await start(request, means);
  if ('error' in started) return { end: { how: 'not_started', error: started.error }, isClean: true };
  const { child, pid } = started;
  const exited = new Promise<StepEnd>((resolve) =>
    child.once('exit', (code, signal) => resolve(exitOf(request.sandbox, code, signal))),
  );
  const first = sandboxedPid(child);
  const end = await Promise.race([exited, aborted(request.stop)]);
  const isClean = await endTree(request.sandbox, { pid, first, isRunning: end.how === 'stopped' }, means);
  await exited;
  return { end, isClean };
}

type Started = { readonly child: ChildProcess; readonly pid: number } | { readonly error: string };

async function start(request: StepRequest, { mark, cgroup, processesMax }: Means): Promise<Started> {
  const { argv, cwd, env, sandbox, outputFd } = request;
  const [word = '', ...words] = argv;
  const cwdProblem = await whyNotDirectory(cwd);
  if (cwdProblem !== undefined) return { error: cwdProblem };
  const program = await findProgram(word, { cwd, path: env['PATH'] ?? '' });
  if ('problem' in program) return { error: program.problem };
  const isWrapped = sandbox.kind === 'bubblewrap';
  const [file = '', ...args] = launchLine(sandbox, [program.path, ...words], {
    closeNetwork: sandbox.closesNetwork && !request.network,
    cwd,
    writable: request.writable,
    cgroupDirs: cgroup?.dirs ?? [],
    processesMax,
    infoFd: isWrapped ? infoFd : undefined,
  });
  const marked = mark === undefined ? {} : { [markVariable]: mark };
  const stdio: StdioOptions = ['ignore', outputFd, outputFd, ...(isWrapped ? (['pipe'] as const) : [])];
  try {
    const child = spawn(file, args, { cwd, env: { ...env, ...marked }, detached: true, stdio });
    return await new Promise((resolve) => {
      child.once('error', (error) => resolve({ error: error.message }));
      child.once('spawn', () => resolve({ child, pid: child.pid ?? 0 }));
    });
  } catch (error) {
    // Words that no program can be given: too long, or holding a NUL character.
    return { error: String(error) };
  }
}

/** Bubblewrap ends a moment before the namespace does, so it is asked for the process to wait for. */
async function sandboxedPid({ stdio }: ChildProcess): Promise<number | undefined> {
  // Opened for reading: `pipe` was asked for it, and the command's side only writes.
  const info = stdio[infoFd] as Readable | null | undefined;
  if (!info) return undefined;
  let text = '';
  try {
    for await (const chunk of info) text += String(chunk);
  } catch {
    // Cut off by the end of the run; what came before counts.
  }
  const pid = /"child-pid":\s*(\d+)/.exec(text)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

interface Tree {
  readonly pid: number;
  readonly first: Promise<number | undefined>;
  readonly isRunning: boolean;
}

async function endTree({ kind }: Sandbox, { pid, first, isRunning }: Tree, { mark, cgroup }: Means): Promise<boolean> {
  const results: boolean[] = [];
  if (kind === 'process-group') results.push(await killFamily({ leader: pid, mark }));
  else if (isRunning) results.push(await killSandbox(pid));
  const last = await first;
  if (last !== undefined) results.push(await allGone([last]));
  if (cgroup) results.push(await cgroup.kill());
  return results.every(Boolean);
}

/**
 * An end by a signal is told as a shell tells it, in every kind of sandbox. In a namespace all that is known is that
 * number, so a command that exits with 139 reads like one that crashed.
 */
function exitOf({ kind }: Sandbox, code: number | null, signal: NodeJS.Signals | null): StepEnd {
  if (signal !== null) return { how: 'exited', code: 128 + constants.signals[signal], signal };
  const told = kind === 'process-group' ? undefined : signalNamed((code ?? 0) - 128);
  return { how: 'exited', code: code ?? 1, signal: told ?? null };
}

function signalNamed(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}

function aborted(stop: AbortSignal): Promise<StepEnd> {
  return new Promise((resolve) => {
    const tell = () => resolve({ how: 'stopped' });
    if (stop.aborted) tell();
    else stop.addEventListener('abort', tell, { once: true });
  });
}

async function whyNotDirectory(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isDirectory() ? undefined : `${path} is not a directory`;
  } catch (error) {
    return String(error);
  }
}
