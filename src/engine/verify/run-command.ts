/**
 * Runs a verify command: argv lists one after the other until one fails, within one time limit. Every way it can end
 * has the same shape, and when the answer is there nothing of the command is running any more, nor anything that one of
 * its steps left for the next.
 */
import assert from 'node:assert/strict';
import { CappedOutput } from './capped-output.js';
import { environmentOf, type Environment } from './environment.js';
import { detectIsolation, trySandbox, usableCgroupHomes, type Isolation } from './isolation.js';
import type { IsolationKind, Sandbox } from './launch-options.js';
import type { LimitRequest } from './limits.js';
import { OutputPipe } from './output-pipe.js';
import { RunCgroup } from './run-cgroup.js';
import { runStep, type StepEnd, type StepRequest, type StepResult } from './run-step.js';
import type { Places } from './view/view.js';

export interface RunRequest {
  /** Argv lists, run one after the other until one fails. */
  readonly steps: readonly (readonly string[])[];
  /** Already a real path inside the project: the caller has checked it. */
  readonly cwd: string;
  /** What may be written to, and what is hidden or readable besides. */
  readonly places: Places;
  /** Whether the policy opens the network. */
  readonly network: boolean;
  /** Over all steps. */
  readonly timeoutMs: number;
  /** The server's own; what is allowed is picked out of it. */
  readonly env: Environment;
  /** Further names the policy lets through. */
  readonly envAllow?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onOutput?: (bytesSoFar: number) => void;
  readonly limits?: LimitRequest;
  /** A kind to use instead of the best one; an error where it does not work. */
  readonly isolation?: IsolationKind;
}

export interface RunResult {
  readonly outcome: 'exited' | 'timed_out' | 'cancelled' | 'not_started';
  /** Of the last step that ran; 0 only if all steps passed; null unless it ended by itself. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly failedStep: number | null;
  /** Both outputs as they came: the first 256 KiB and the last 768 KiB. */
  readonly output: Buffer;
  readonly outputBytes: number;
  /** Of everything, kept or not. */
  readonly outputHash: string;
  readonly durationMs: number;
  readonly isolation: Isolation;
  /** What could not be started, and why. */
  readonly error?: string;
}

type Stopped = 'timed_out' | 'cancelled';

const timeoutMsMax = 2 ** 31 - 1;

export async function runCommand(request: RunRequest): Promise<RunResult> {
  const { steps, timeoutMs, signal, onOutput } = request;
  assert(steps.length > 0 && steps.every((argv) => argv.length > 0), 'a command has words');
  assert(timeoutMs > 0, 'a run has time');
  const startedMs = performance.now();
  const sandbox = await sandboxFor(request.isolation);
  const cgroupHomes = request.limits?.cgroup === false ? [] : await usableCgroupHomes();
  await RunCgroup.sweep(cgroupHomes);

  const stop = stopAfter(timeoutMs, signal);
  const output = new CappedOutput();
  const pipe = await OutputPipe.open((chunk) => {
    output.add(chunk);
    onOutput?.(output.bytes);
  });
  let ended: Ended;
  try {
    ended = await runSteps(steps, {
      ...stepOf(request, sandbox),
      cgroupHomes,
      outputFd: pipe.writer,
      stop: stop.signal,
    });
  } finally {
    stop.dispose();
    await pipe.drain();
  }
  const durationMs = Math.round(performance.now() - startedMs);
  return { ...judged(ended, stop.why()), ...output.finish(), durationMs, isolation: ended.isolation };
}

async function sandboxFor(kind: IsolationKind | undefined): Promise<Sandbox> {
  if (kind === undefined) return (await detectIsolation()).sandbox;
  const tried = await trySandbox(kind);
  if ('why' in tried) throw new Error(`${kind} does not work here: ${tried.why}`);
  return tried.sandbox;
}

function stepOf({ cwd, env, envAllow, network, places, limits }: RunRequest, sandbox: Sandbox) {
  return { cwd, env: environmentOf(env, envAllow), network, places, limits, sandbox };
}

interface Ended extends StepResult {
  readonly index: number;
}

async function runSteps(steps: RunRequest['steps'], shared: Omit<StepRequest, 'argv'>): Promise<Ended> {
  let ended: Ended | undefined;
  for (const [index, argv] of steps.entries()) {
    const result = await runStep({ ...shared, argv });
    ended = { ...result, index };
    if (result.end.how !== 'exited' || result.end.code !== 0) break;
  }
  assert(ended, 'a command has steps');
  return ended;
}

type Judged = Pick<RunResult, 'outcome' | 'exitCode' | 'signal' | 'failedStep' | 'error'>;

/** A run whose time was up or that was called off has not passed, even if its last step got done in that very moment. */
function judged({ end, index }: { end: StepEnd; index: number }, stopped: Stopped | undefined): Judged {
  if (stopped !== undefined) return { outcome: stopped, exitCode: null, signal: null, failedStep: index };
  switch (end.how) {
    case 'exited':
      return { outcome: 'exited', exitCode: end.code, signal: end.signal, failedStep: end.code === 0 ? null : index };
    case 'not_started':
      return { outcome: 'not_started', exitCode: null, signal: null, failedStep: index, error: end.error };
    case 'stopped':
      return assert.fail('only the time limit or the caller stops a run');
  }
}

function stopAfter(timeoutMs: number, cancel: AbortSignal | undefined) {
  const controller = new AbortController();
  let why: Stopped | undefined;
  const stop = (reason: Stopped) => {
    why ??= reason;
    controller.abort();
  };
  const onCancel = () => stop('cancelled');
  const timer = setTimeout(() => stop('timed_out'), Math.min(timeoutMs, timeoutMsMax));
  if (cancel?.aborted) onCancel();
  cancel?.addEventListener('abort', onCancel, { once: true });
  const dispose = () => {
    clearTimeout(timer);
    cancel?.removeEventListener('abort', onCancel);
  };
  return { signal: controller.signal, why: () => why, dispose };
}
