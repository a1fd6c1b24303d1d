/** What Claude Code tells a Stop hook on stdin, as far as it matters here. Unknown and missing fields are fine. */
import type { Io } from './command.js';

export interface StopInput {
  /** The client's name for its session: any text. */
  readonly clientSession: string;
  readonly cwd: string | undefined;
  /** Whether it goes on because a stop was held up; a client that does not say might. */
  readonly isContinuing: boolean;
  /** A sub-agent's work is its caller's affair, and the caller will stop too. */
  readonly isSubAgent: boolean;
}

export function parseStopInput(json: string): StopInput {
  const fields = fieldsOf(json);
  const text = textIn(fields);
  return {
    clientSession: text('session_id') ?? '',
    cwd: text('cwd'),
    isContinuing: fields['stop_hook_active'] !== false,
    isSubAgent:
      text('hook_event_name') === 'SubagentStop' ||
      text('agent_id') !== undefined ||
      isSubAgentFile(text('transcript_path') ?? ''),
  };
}

/** The texts any hook is told, by name; an empty one says nothing. */
export const hookFields = (json: string): ((name: string) => string | undefined) => textIn(fieldsOf(json));

const textIn = (fields: Readonly<Record<string, unknown>>) => (name: string) => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * Where the agent works: its directory now, which follows its `cd`, and the project Claude Code was started in, which
 * does not. An agent must not get away by going elsewhere first.
 */
export const placesOf = (input: StopInput | undefined, { cwd, env }: Pick<Io, 'cwd' | 'env'>): string[] => {
  const project = env['CLAUDE_PROJECT_DIR'];
  return [input?.cwd ?? cwd, ...(project ? [project] : [])];
};

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('what came on stdin is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('what came on stdin is not a JSON object');
  // An object has fields; what is in them is looked at one by one.
  return value as Record<string, unknown>;
}

/** Transcripts of sub-agents have a folder and names of their own. */
function isSubAgentFile(path: string): boolean {
  const parts = path.split(/[\\/]/);
  return parts.slice(0, -1).includes('subagents') || /^agent-.*\.jsonl$/.test(parts.at(-1) ?? '');
}
