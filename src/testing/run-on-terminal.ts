/**
 * Runs the built `proctor` on a real pseudo-terminal, as a person would: what is typed is typed when the question for it
 * is on the screen. The terminal is made by `script` of util-linux.
 */
import { spawn } from 'node:child_process';
import { isAgentVariable } from '../cli/agent-environment.js';
import { mainFile } from './proctor-client.js';
import { onceShown, type CliOptions } from './run-cli.js';

export interface TerminalOptions {
  readonly cwd: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What to type, each once the screen shows the text before it. */
  readonly answers?: readonly (readonly [at: string, answer: string])[];
  /** Sends stdout there; the screen then shows stderr alone. */
  readonly outFile?: string;
  /** Presses Ctrl-C once the screen shows this. */
  readonly interruptAt?: string;
  /** Called once the screen shows the text. */
  readonly onceShown?: CliOptions['onceShown'];
}

export interface TerminalResult {
  readonly code: number | null;
  /** All that was shown, both outputs and the echo of what was typed. */
  readonly screen: string;
}

const maker = 'script';
const ctrlC = '\u0003';

/** What tests inherit may say that an agent started them; a person's shell does not. */
export const personsEnv = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !isAgentVariable(name) && name !== 'FORCE_COLOR'));

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** A damaged journal, repaired as a person does it. */
export async function repairAsPerson(sessionId: string, dataDir: string, more: Partial<TerminalOptions> = {}) {
  const place = { cwd: dataDir, dataDir, answers: [[`Type ${sessionId}`, sessionId]] as const };
  return runOnTerminal(['repair', sessionId, '--yes'], { ...place, ...more });
}

export async function runOnTerminal(args: readonly string[], options: TerminalOptions): Promise<TerminalResult> {
  const { answers = [], outFile } = options;
  // In place of the shell, which would answer Ctrl-C for it.
  const words = `exec ${[process.execPath, mainFile, ...args].map(quoted).join(' ')}`;
  const command = outFile === undefined ? words : `${words} > ${quoted(outFile)}`;
  const child = spawn(maker, ['-qec', command, '/dev/null'], {
    cwd: options.cwd,
    env: {
      ...personsEnv(),
      SHELL: '/bin/sh',
      TERM: 'xterm',
      NO_COLOR: '1',
      PROCTOR_DATA: options.dataDir,
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let screen = '';
  let read = 0;
  const left = [...answers];
  const react = onceShown([
    [options.interruptAt, () => child.stdin.write(ctrlC)],
    ...(options.onceShown ? [options.onceShown] : []),
  ]);
  const answer = () => {
    const [next] = left;
    const at = next ? screen.indexOf(next[0], read) : -1;
    if (next && at !== -1) {
      left.shift();
      read = at + next[0].length;
      child.stdin.write(`${next[1]}\r`);
    }
  };
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      screen += chunk.toString('utf8');
      answer();
      react(screen);
    });
  child.stdin.on('error', () => undefined);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, screen: screen.replaceAll('\r', '') };
}
