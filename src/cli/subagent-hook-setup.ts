/** The hooks around sub-agents in the settings of Claude Code, by a command that works for this very installation. */
import { shellLine } from './client-setup.js';

/** Longer than it ever takes. */
const timeoutSeconds = 15;

/** The hooks of a `settings.json`. `more` are further words of the command, such as `--data DIR`. */
export function subagentHookSettings(more: readonly string[] = []) {
  const command = { type: 'command', command: shellLine(['hook', 'subagent', ...more]), timeout: timeoutSeconds };
  const group = [{ hooks: [command] }];
  return { hooks: { SubagentStart: group, SubagentStop: group } };
}
