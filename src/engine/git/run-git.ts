/**
 * Runs git for the engine: the git of the machine, never one of the project, and never longer than its time. What it is
 * told to see is in `git-environment.ts`. Knows no command of its own.
 */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Fault } from '../../store/fault.js';
import { programs } from '../programs.js';
import { ended } from './ended.js';
import { gitEnvironment, type View } from './git-environment.js';
import { Turns } from './turns.js';

const timeoutMsUsual = 30_000;
const killAfterMs = 2_000;
const outputBytesUsual = 256 * 1024 * 1024;
const stderrCharsMax = 64 * 1024;

/** A look takes some ten calls, one after the other; a team has a handful of looks at once. */
const turns = new Turns(8);

export interface GitOptions {
  readonly input?: Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: readonly (readonly [name: string, value: string])[];
  readonly timeoutMs?: number;
  /** More than this is a fault, or with `cut` the end of the answer. */
  readonly outputBytesMax?: number;
  readonly cut?: boolean;
  readonly view: View;
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly wasCut: boolean;
}

/** Standard output of a git that must succeed. `dir` is the top of a work tree. */
export async function git(dir: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
  const answer = await tryGit(dir, args, options);
  if (answer.code !== 0 && !answer.wasCut) throw gitFailed(args, answer.stderr);
  return answer.stdout;
}

export function gitFailed(args: readonly string[], stderr: string): Fault {
  return new Fault('GIT_FAILED', `git ${args[0] ?? ''} failed: ${firstLines(stderr) || 'it gave no reason'}`, {
    retry: false,
    fix: 'Run the same git command in the work tree, repair what it names, then repeat the call.',
  });
}

export const firstLines = (text: string, max = 5) => text.trim().split('\n').slice(0, max).join(' ').slice(0, 1000);

/** Any exit code is an answer; thrown is only what is none: no git, no end, too much output. */
export async function tryGit(dir: string, args: readonly string[], options: GitOptions): Promise<GitAnswer> {
  const { timeoutMs = timeoutMsUsual, view, env = {}, config = [] } = options;
  const program = await programs.find('git', dir);
  if (program === undefined) throw await noGit(dir);
  const path = await programs.path(dir);
  const whole = gitEnvironment({ view, dir, path, env, config });
  const start = () => spawn(program, ['-C', dir, '--no-pager', ...args], { env: whole, detached: true });
  return turns.take(
    dir,
    timeoutMs,
    async () => answerOf(start(), args, { ...options, timeoutMs }),
    () => noEnd(args, timeoutMs),
  );
}

async function answerOf(
  child: ChildProcessWithoutNullStreams,
  args: readonly string[],
  { timeoutMs = timeoutMsUsual, outputBytesMax = outputBytesUsual, cut = false, input }: GitOptions,
): Promise<GitAnswer> {
  const output = collect(child, outputBytesMax);
  const limit = { isPassed: false };
  const timer = setTimeout(() => {
    limit.isPassed = true;
    endGroup(child);
  }, timeoutMs);
  // A git that ends before it has read everything says why by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const { code, signal } = await ended(child).catch((cause: unknown) => {
      throw notStarted(cause);
    });
    if (limit.isPassed) throw noEnd(args, timeoutMs);
    if (output.wasCut && !cut) throw tooMuch(args, outputBytesMax);
    // Without an exit code, what it printed is a part at best.
    if (code === null && !output.wasCut) throw wasEnded(args, signal);
    return { code: code ?? 1, ...output };
  } finally {
    clearTimeout(timer);
  }
}

/** What it prints, as it prints it; past the limit it is stopped. */
function collect(child: ChildProcessWithoutNullStreams, bytesMax: number) {
  const chunks: Buffer[] = [];
  const output = {
    stderr: '',
    wasCut: false,
    get stdout() {
      return Buffer.concat(chunks).subarray(0, bytesMax);
    },
  };
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.wasCut) return;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= bytesMax) return;
    output.wasCut = true;
    endGroup(child);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (output.stderr.length < stderrCharsMax) output.stderr += chunk.toString('utf8');
  });
  return output;
}

/** A group of its own, so that hooks end with it. First politely: git then removes its lock files. */
function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs);
  child.once('close', () => clearTimeout(timer));
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** One that was planted is told of: whoever wonders why git is not found sees it on PATH. */
async function noGit(dir: string): Promise<Fault> {
  const passedOver = (await programs.passedOver('git', dir)).map(({ path, why }) => `${path} is not used: ${why}`);
  const about = passedOver.length > 0 ? ` (${passedOver.slice(0, 3).join('; ')})` : '';
  return new Fault('GIT_FAILED', `There is no git outside the project${about}.`, {
    retry: false,
    fix: 'Install git for the whole machine, and start Proctor again.',
  });
}

const wasEnded = (args: readonly string[], signal: string | null) =>
  new Fault('GIT_FAILED', `git ${args[0] ?? ''} was ended by ${signal ?? 'a signal'} before it had answered.`, {
    retry: true,
    fix: 'Repeat the call.',
  });

const notStarted = (cause: unknown) =>
  new Fault('GIT_FAILED', `git could not be started: ${cause instanceof Error ? cause.message : String(cause)}.`, {
    retry: false,
    fix: 'Run proctor doctor: it says which git is used.',
    cause,
  });

const noEnd = (args: readonly string[], timeoutMs: number) =>
  new Fault('GIT_FAILED', `git ${args[0] ?? ''} did not end within ${timeoutMs / 1000} s and was stopped.`, {
    retry: true,
    fix: 'Ignore large files that are no part of the work (.gitignore), see that no hook waits for input and that no .gitignore or .gitattributes is a named pipe, then repeat.',
  });

const tooMuch = (args: readonly string[], max: number) =>
  new Fault('GIT_FAILED', `git ${args[0] ?? ''} printed more than ${max} bytes.`, {
    retry: false,
    fix: 'Ignore files that are no part of the work (.gitignore), then repeat the call.',
  });
