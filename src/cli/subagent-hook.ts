/**
 * `proctor hook subagent`: notes in the ledger that a sub-agent started or stopped. Says nothing on stdout, which the
 * client would give the agent to read, and holds up nobody, whatever goes wrong.
 */
import { realDisk } from '../store/real-disk.js';
import { realFiles } from '../transcripts/files.js';
import { AgentLedger, type AgentEvent, type AgentNote } from '../transcripts/ledger.js';
import { plain } from '../views/escape.js';
import type { ExitCode, Io, Parsed } from './command.js';
import { nonEmpty } from './doctor/client-dirs.js';
import { hookFields } from './stop-input.js';
import { trustedDataDir } from './trusted-data-dir.js';

/** A stop brings the agent's last words along. */
const limits = { bytesMax: 4 * 1024 * 1024, waitMs: 5000 };

const events: Readonly<Record<string, AgentEvent>> = { SubagentStart: 'start', SubagentStop: 'stop' };

export async function subagentHook({ values }: Parsed, io: Io): Promise<ExitCode> {
  try {
    if (!io.read) throw new Error('Claude Code runs this and gives it JSON on stdin; there is only a terminal');
    const { dir } = trustedDataDir({ values }, io);
    const ledger = new AgentLedger({ disk: realDisk, files: realFiles, dataDir: dir });
    await ledger.note(noteOf(await io.read(limits), io));
  } catch (error) {
    const reason = plain(error instanceof Error ? error.message : String(error)).slice(0, 300);
    io.say(`proctor: the ledger of agents was not written: ${reason}`);
  }
  return 0;
}

function noteOf(json: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): AgentNote {
  const field = hookFields(json);
  const name = field('hook_event_name') ?? '';
  const event = Object.hasOwn(events, name) ? events[name] : undefined;
  if (event === undefined)
    throw new Error(`this is a hook for SubagentStart and SubagentStop, not for ${name || 'nothing'}`);
  const agentId = field('agent_id');
  if (agentId === undefined) throw new Error('the client did not say which agent it is about (agent_id)');
  return {
    event,
    agentId,
    agentType: field('agent_type') ?? '',
    // The directory follows the session’s `cd`; the project does not.
    projectDir: nonEmpty(env['CLAUDE_PROJECT_DIR']) ?? field('cwd') ?? cwd,
    clientSession: field('session_id') ?? '',
    at: Date.now(),
  };
}
