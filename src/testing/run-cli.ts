/** Runs the built `proctor` as a person or a script would: a process, its two outputs and its exit code. */
import { spawn } from 'node:child_process';
import { mainFile } from './proctor-client.js';

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What stdin brings, to its end; without it stdin is empty. `never` keeps it open without a word. */
  readonly input?: string | { readonly never: true };
  /** Hangs up after this many bytes of stdout, as `head` does. */
  readonly readBytesMax?: number;
  /** Presses Ctrl-C once stdout shows this. */
  readonly interruptAt?: string;
  /** Called once stdout shows the text. */
  readonly onceShown?: readonly [text: string, call: () => void];
}

export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const { FORCE_COLOR: _force, NO_COLOR: _none, ...inherited } = process.env;
  const child = spawn(process.execPath, [mainFile, ...args], {
    cwd: options.cwd,
    env: { ...inherited, PROCTOR_DATA: options.dataDir, ...options.env },
    stdio: 'pipe',
  });
  // Whoever does not read all of it says why by its exit code.
  child.stdin.on('error', () => undefined);
  const { input = '' } = options;
  if (typeof input === 'string') child.stdin.end(input);
  let out = '';
  let err = '';
  const react = onceShown([
    [options.interruptAt, () => child.kill('SIGINT')],
    ...(options.onceShown ? [options.onceShown] : []),
  ]);
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
    if (options.readBytesMax !== undefined && out.length >= options.readBytesMax) child.stdout.destroy();
    react(out);
  });
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

/** Does each once, as soon as what is shown has its text. */
export function onceShown(
  all: readonly (readonly [text: string | undefined, call: () => void])[],
): (shown: string) => void {
  const left = new Set(all);
  return (shown) => {
    for (const each of left) {
      const [text, call] = each;
      if (text === undefined || !shown.includes(text)) continue;
      left.delete(each);
      call();
    }
  };
}
