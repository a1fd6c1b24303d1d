/** Runs one argv list in a sandbox and returns when nothing of it is left, however it ended. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type { CgroupHome } from './cgroup-home.js';
import { allGone, killFamily, killSandbox } from './end-of-tree.js';
import { isolationOf, type Isolation } from './isolation.js';
import { limitsInForce, limitsOf, processRlimit, type LimitRequest } from './limits.js';
import { RunCgroup } from './run-cgroup.js';
import { markVariable, newMark } from './run-mark.js';
import type { Sandbox } from './launch-options.js';
import { launchLine } from './sandbox.js';
import { prepareStep, type Prepared, type StepPlan } from './prepare-step.js';

export interface StepRequest extends StepPlan {
  readonly limits: LimitRequest | undefined;
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
const readyFd = 4;
/** What is on the machine changes while it is looked at: a socket that is to be covered may be gone by then. */
const setUpsMax = 3;

export async function runStep(request: StepRequest): Promise<StepResult> {
  const { sandbox, network } = request;
  const limits = limitsOf(request.limits);
  const mark = await newMark();
  const cgroup = mark === undefined ? undefined : await RunCgroup.create(request.cgroupHomes, mark, limits);
  const hasPidLimit = cgroup?.controllers.includes('pids') === true;
  const canRlimit = !hasPidLimit && sandbox.tools.prlimit !== undefined;
  const rlimit = canRlimit ? await processRlimit(limits.processesMax) : undefined;
  const inForce = limitsInForce(limits, cgroup, rlimit);
  try {
    const { end, isClean, lacks } = await setUpAndRun(request, { mark, cgroup, processesMax: rlimit?.max });
    const absent = [...inForce.absent, ...lacks, ...(isClean ? [] : ['something of the run would not die'])];
    return { end, isolation: isolationOf(sandbox, { network }, { ...inForce, absent }) };
  } finally {
    await cgroup?.remove();
  }
}

interface Means {
  readonly mark: string | undefined;
  readonly cgroup: RunCgroup | undefined;
  readonly processesMax: number | undefined;
}

interface Ended {
  readonly end: StepEnd;
  readonly isClean: boolean;
  readonly lacks: readonly string[];
}

async function setUpAndRun(request: StepRequest, means: Means): Promise<Ended> {
  for (let setUps = 1; ; setUps += 1) {
    if (request.stop.aborted) return { end: { how: 'stopped' }, isClean: true, lacks: [] };
    const prepared = await prepareStep(request);
    if ('error' in prepared) return { end: { how: 'not_started', error: prepared.error }, isClean: true, lacks: [] };
    const ended = await startAndEnd(request, prepared, means);
    if (ended !== 'not set up') return { ...ended, lacks: prepared.lacks };
    const error = 'Proctor could not set up the sandbox for it; the output says why';
    if (setUps === setUpsMax) return { end: { how: 'not_started', error }, isClean: true, lacks: [] };
  }
}

async function startAndEnd(
  request: StepRequest,
  prepared: Prepared,
  means: Means,
): Promise<Omit<Ended, 'lacks'> | 'not set up'> {
  const started = await start(request, prepared, means);
  if ('error' in started) return { end: { how: 'not_started', error: started.error }, isClean: true };
  const { child, pid } = started;
  const exited = new Promise<StepEnd>((resolve) =>
    child.once('exit', (code, signal) => resolve(exitOf(request.sandbox, code, signal))),
  );
  const first = sandboxedPid(child);
  const ready = isReady(child);
  const end = await Promise.race([exited, aborted(request.stop)]);
  const isClean = await endTree(request.sandbox, { pid, first, isRunning: end.how === 'stopped' }, means);
  await exited;
  const isSetUp = request.sandbox.kind === 'process-group' || (await ready);
  return end.how === 'exited' && !isSetUp ? 'not set up' : { end, isClean };
}

type Started = { readonly child: ChildProcess; readonly pid: number } | { readonly error: string };

async function start(
  request: StepRequest,
  { program, view, keepsCapabilities }: Prepared,
  { mark, cgroup, processesMax }: Means,
): Promise<Started> {
  const { argv, cwd, env, sandbox, outputFd } = request;
  const isApart = sandbox.kind !== 'process-group';
  const [file = '', ...args] = launchLine(sandbox, [program, ...argv.slice(1)], {
    closeNetwork: sandbox.closesNetwork && !request.network,
    cwd,
    view,
    keepsCapabilities,
    cgroupDirs: cgroup?.dirs ?? [],
    processesMax,
    readyFd: isApart ? readyFd : undefined,
    infoFd: sandbox.kind === 'bubblewrap' ? infoFd : undefined,
  });
  const marked = mark === undefined ? {} : { [markVariable]: mark };
  const stdio: StdioOptions = ['ignore', outputFd, outputFd, ...(isApart ? (['pipe', 'pipe'] as const) : [])];
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

/** Whether the command itself was reached. Whoever holds the other side is gone when it is asked for. */
async function isReady(child: ChildProcess): Promise<boolean> {
  return (await textFrom(child, readyFd)).includes('ready');
}

/** Bubblewrap ends a moment before the namespace does, so it is asked for the process to wait for. */
async function sandboxedPid(child: ChildProcess): Promise<number | undefined> {
  const text = await textFrom(child, infoFd);
  const pid = /"child-pid":\s*(\d+)/.exec(text)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

async function textFrom({ stdio }: ChildProcess, fd: number): Promise<string> {
  // Opened for reading: `pipe` was asked for it, and the command's side only writes.
  const pipe = stdio[fd] as Readable | null | undefined;
  let text = '';
  try {
    for await (const chunk of pipe ?? []) text += String(chunk);
  } catch {
    // Cut off by the end of the run; what came before counts.
  }
  return text;
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
