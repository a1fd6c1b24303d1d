/** What a command of the CLI is, and what it may use: text out, text to the person, an exit code. */
import type { ParseArgsConfig } from 'node:util';

/** 0 ok, 1 refused or found wanting, 2 usage, 3 fault. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Results go to stdout; what is said about the work goes to stderr, so that output can be piped. */
export interface Io {
  readonly out: (line: string) => void;
  readonly say: (line: string) => void;
  /** A person may be reading: stdout is a terminal. */
  readonly terminal: boolean;
  readonly color: boolean;
  readonly width: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
}

export interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Arguments as `--help` shows them, such as `<session> [--to N]`. */
  readonly usage: string;
  /** What `--help` adds: each option in a line, what comes out, an example. */
  readonly help: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  readonly positionals: { readonly min: number; readonly max: number };
  run(args: Parsed, io: Io): Promise<ExitCode>;
}

/** Wrong use of a command: told with a pointer to its help. */
export class UsageError extends Error {}

export const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
