/** Stops an agent as Claude Code does: runs the built `proctor stop-gate` with what a Stop hook is given on stdin. */
import { runCli, type CliOptions, type CliResult } from './run-cli.js';

export interface HookPlace {
  readonly cwd: string;
  readonly dataDir: string;
  /** What Claude Code says in the environment of its hooks: where it was started. */
  readonly project?: string;
}

export interface StopOutcome extends CliResult {
  /** What the client reads: an object, or undefined where there is nothing to read. */
  readonly answer: { decision?: string; reason?: string; systemMessage?: string } | undefined;
}

export const hookInput = (cwd: string, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    session_id: 'client-1',
    transcript_path: '/home/p/.claude/projects/x/client-1.jsonl',
    cwd,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    ...more,
  });

/** A busy machine is no reason to let a stop through; only a test of waiting has to wait. */
const within = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'never' in input ? '8' : '120';

/** `input` as it is, or fields beside the usual ones. */
export async function stopAs(
  role: string,
  { project = '', ...place }: HookPlace,
  input: NonNullable<CliOptions['input']> | Readonly<Record<string, unknown>> = {},
): Promise<StopOutcome> {
  const isRaw = typeof input === 'string' || 'never' in input;
  const result = await runCli(['stop-gate', '--as', role, '--within', within(input)], {
    ...place,
    env: { CLAUDE_PROJECT_DIR: project },
    input: isRaw ? (input as NonNullable<CliOptions['input']>) : hookInput(place.cwd, input),
  });
  return { ...result, answer: result.out === '' ? undefined : JSON.parse(result.out) };
}

/** Exit code 0 and not a word: how a stop goes through. */
export const silence = { code: 0, out: '', err: '' };
