/** What a command of the CLI is, and what it may use: text out, text to the person, an exit code. */

import type { InputLimits } from './read-input.js';

/** 0 ok, 1 refused or found wanting, 2 usage, 3 fault. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Results go to stdout; what is said about the work goes to stderr, so that output can be piped. */
export interface Io {
  readonly out: (line: string) => void;
  readonly say: (line: string) => void;
  /** A person may be reading: stdout is a terminal. */
  readonly terminal: boolean;
  readonly color: boolean;
  /** Of the terminal, as it is now. */
  readonly width: number;
  readonly height: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** Whose account this is, and the terminal on stdin if there is one. */
  readonly user: string;
  readonly tty: string | undefined;
  /**
   * Puts a question to a person, who may also end it with Ctrl-C or Ctrl-D: undefined. There is nobody to ask where
   * stdin and stderr are not both a terminal.
   */
  readonly ask: ((question: string) => Promise<string | undefined>) | undefined;
  /** What is piped in, to its end; undefined where stdin is a terminal. */
  readonly read: ((limits: InputLimits) => Promise<string>) | undefined;
  /** From the call on, Ctrl-C and a reader that hangs up no longer end the process but abort this. */
  readonly untilStopped: () => AbortSignal;
  /** Ends the process at once, although something in it may wait for ever. */
  readonly leave?: () => Promise<void>;
}

export interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** What stands for the value in the help, such as `FILE`. */
  readonly value?: string;
  readonly about: string;
}

/** Its name and its line in the list of commands stand in `commands.ts`. */
export interface CliCommand {
  /** Arguments as the help shows them: `<needed>` and `[optional]`, separated by spaces. */
  readonly args: string;
  readonly options: Readonly<Record<string, Option>>;
  /** What `--help` adds to the options. */
  readonly notes?: readonly string[];
  readonly example: string;
  /** Instead of 2, where that means something else to whoever runs the command. */
  readonly usageExit?: ExitCode;
  run(args: Parsed, io: Io): Promise<ExitCode>;
}

/** Wrong use of a command: told with a pointer to its help. */
export class UsageError extends Error {}

/** Nothing was done, and here is why: exit code 1. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly fix: string,
  ) {
    super(message);
  }
}

export const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** What a script cannot show raw in a terminal either: controls, direction marks and hidden characters. */
const unsafe = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

const asEscape = (characters: string): string =>
  Array.from({ length: characters.length }, (_, at) => characters.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** Parses back to the same value, and holds nothing a terminal would act upon. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => line.replace(unsafe, asEscape))
    .join('\n');
