/** Runs real commands in every kind of sandbox that works on this machine, and finds what they leave behind. */
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { trySandbox } from '../engine/verify/isolation.js';
import { runCommand, type RunRequest, type RunResult } from '../engine/verify/run-command.js';
import type { IsolationKind } from '../engine/verify/launch-options.js';

const all: readonly IsolationKind[] = ['bubblewrap', 'unshare', 'process-group'];

export async function usableKinds(): Promise<IsolationKind[]> {
  const tried = await Promise.all(all.map(async (kind) => ({ kind, result: await trySandbox(kind) })));
  return tried.filter(({ result }) => 'sandbox' in result).map(({ kind }) => kind);
}

export type BenchResult = Omit<RunResult, 'output'> & { readonly output: string };

/** Runs steps with what most tests want; output as text. */
export async function run(steps: RunRequest['steps'], options: Partial<RunRequest> = {}): Promise<BenchResult> {
  const cwd = options.cwd ?? tmpdir();
  const request = { steps, cwd, places: { tree: cwd }, network: false, timeoutMs: 30_000, env: process.env };
  const result = await runCommand({ ...request, ...options });
  return { ...result, output: result.output.toString() };
}

export const sh = (script: string, ...args: string[]): string[] => ['sh', '-c', script, 'sh', ...args];
export const node = (script: string, ...args: string[]): string[] => [process.execPath, '-e', script, '--', ...args];

/** Seconds nobody else sleeps for: what sleeps that long belongs to the test. */
export const oddSeconds = (): string => `${90_000 + Math.floor(Math.random() * 9999)}.${process.pid}`;

/** The processes with `word` in their command line, this one excepted. */
export function runningWith(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** What `look` sees as soon as it is true of `isWanted`, or after a minute. */
export async function eventually<T>(look: () => T, isWanted: (seen: T) => boolean): Promise<T> {
  for (const end = performance.now() + 60_000; ;) {
    const seen = look();
    if (isWanted(seen) || performance.now() > end) return seen;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
