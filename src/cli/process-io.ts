/** The terminal, pipes and signals of this process, as commands see them. */
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { codeOf } from '../store/disk.js';
import type { Io } from './command.js';
import { readInput } from './read-input.js';

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  const readerGone = new AbortController();
  // `proctor status | head` closes the pipe early: what is left unsaid is no error.
  const onError = (error: Error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
    readerGone.abort();
  };
  stdout.on('error', onError);
  stderr.on('error', onError);
  return {
    out: (line) => void stdout.write(`${line}\n`),
    say: (line) => void stderr.write(`${line}\n`),
    terminal: stdout.isTTY && env['TERM'] !== 'dumb',
    color: wantsColor(stdout.isTTY, env),
    get width() {
      return stdout.columns || stderr.columns || 100;
    },
    get height() {
      return stdout.rows || 24;
    },
    env,
    cwd: process.cwd(),
    home: homedir(),
    get user() {
      return userName();
    },
    get tty() {
      return stdin.isTTY ? terminalName() : undefined;
    },
    ask: stdin.isTTY && stderr.isTTY ? ask : undefined,
    read: stdin.isTTY ? undefined : async (limits) => readInput(stdin, limits),
    untilStopped() {
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
      return AbortSignal.any([stop.signal, readerGone.signal]);
    },
    leave,
  };
}

/** Node itself waits for a file that does not open, also in `process.exit`: only being killed ends that. */
async function leave(): Promise<void> {
  const isReading = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
  for (let tries = 0; tries < 10 && isReading(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  if (isReading()) process.kill(process.pid, 'SIGKILL');
  process.exit(0);
}

/** An account without a name, as containers have them, is told by its number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Where the system has no such link, a program of the system knows. */
function terminalName(): string {
  try {
    return readlinkSync('/proc/self/fd/0');
  } catch {
    try {
      return execFileSync('/usr/bin/tty', { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' }).trim();
    } catch {
      return 'a terminal without a name';
    }
  }
}

/** https://no-color.org, and the usual way to keep colours through a pipe. */
function wantsColor(isTerminal: boolean, { NO_COLOR: none, FORCE_COLOR: force, TERM: term }: NodeJS.ProcessEnv) {
  if (none) return false;
  if (force) return force !== '0';
  return isTerminal && term !== 'dumb';
}

/** On stderr, so that it shows when stdout is piped. Ctrl-C and Ctrl-D are no answer, not even an empty one. */
async function ask(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  const answer = await Promise.race([lines.question(question), closed]);
  lines.close();
  if (answer === undefined) process.stderr.write('\n');
  return answer;
}
