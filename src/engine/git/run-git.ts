/**
 * Runs git for the engine. What the caller's environment or a repository's settings could do to make git answer other
 * than what lies on the disk is switched off here; only a commit runs hooks. Knows no command of its own.
 */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Fault } from '../../store/fault.js';

const timeoutMsUsual = 30_000;
const killAfterMs = 2_000;
const outputBytesUsual = 256 * 1024 * 1024;
const stderrCharsMax = 64 * 1024;
const lingerMs = 500;

export interface GitOptions {
  readonly input?: Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: readonly string[];
  readonly timeoutMs?: number;
  /** More than this is a fault, or with `cut` the end of the answer. */
  readonly outputBytesMax?: number;
  readonly cut?: boolean;
  /** As the user would run it: with hooks, replaced objects and the configured work tree. */
  readonly asUser?: boolean;
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly wasCut: boolean;
}

/** Settings with which git would look less closely, or run programs, when it only has to look. */
const lookClosely = [
  ...['core.fsmonitor=false', 'core.untrackedCache=false', 'core.splitIndex=false', 'core.hooksPath=/dev/null'],
  ...['core.fileMode=true', 'core.ignoreCase=false'],
  ...['core.trustctime=true', 'core.checkStat=default', 'core.ignoreStat=false', 'core.safecrlf=false'],
  ...['submodule.recurse=false', 'log.showSignature=false', 'gc.auto=0', 'maintenance.auto=false'],
];

/** A hook's or a caller's `GIT_DIR`, `GIT_INDEX_FILE` or `GIT_CONFIG_…` must not decide which repository answers. */
function environment({ env = {}, asUser = false }: GitOptions): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_') && name !== 'GPG_TTY');
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    ...(asUser ? {} : { GIT_OPTIONAL_LOCKS: '0', GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' }),
    ...env,
  };
}

function wholeArgs(dir: string, args: readonly string[], { config = [], asUser = false }: GitOptions): string[] {
  const settings = ['core.quotepath=off', ...(asUser ? [] : lookClosely), ...config];
  return [
    ...['-C', dir, '--no-pager'],
    // A configured work tree elsewhere would have git describe other files than those the agent works on.
    ...(asUser ? [] : [`--work-tree=${dir}`]),
    ...settings.flatMap((setting) => ['-c', setting]),
    ...args,
  ];
}

/** Standard output of a git that must succeed. `dir` is the top of a work tree. */
export async function git(dir: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
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
export async function tryGit(dir: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const { timeoutMs = timeoutMsUsual, outputBytesMax = outputBytesUsual, cut = false, input } = options;
  // A group of its own, so that hooks end with it.
  const child = spawn('git', wholeArgs(dir, args, options), { env: environment(options), detached: true });
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
    const code = await ended(child);
    if (limit.isPassed) throw noEnd(args, timeoutMs);
    if (output.wasCut && !cut) throw tooMuch(args, outputBytesMax);
    return { code, ...output };
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

/** Its exit code, once all it printed has arrived. What a hook left running may keep the pipes; that is not waited for. */
function ended(child: ChildProcessWithoutNullStreams): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(noGit(cause)));
    child.once('close', (code) => resolve(code ?? 1));
    child.once('exit', () => {
      const timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, lingerMs);
      child.once('close', () => clearTimeout(timer));
    });
  });
}

/** First politely: git then removes its lock files. */
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

const noGit = (cause: Error) =>
  new Fault('GIT_FAILED', `git could not be started: ${cause.message}.`, {
    retry: false,
    fix: 'Install git and see that it is on the PATH of the server.',
    cause,
  });

const noEnd = (args: readonly string[], timeoutMs: number) =>
  new Fault('GIT_FAILED', `git ${args[0] ?? ''} did not end within ${timeoutMs / 1000} s and was stopped.`, {
    retry: true,
    fix: 'Ignore large files that are no part of the work (.gitignore), see that no hook waits for input, then repeat.',
  });

const tooMuch = (args: readonly string[], max: number) =>
  new Fault('GIT_FAILED', `git ${args[0] ?? ''} printed more than ${max} bytes.`, {
    retry: false,
    fix: 'Ignore files that are no part of the work (.gitignore), then repeat the call.',
  });
