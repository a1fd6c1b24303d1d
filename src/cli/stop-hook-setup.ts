/** The stop gate in the settings of Claude Code, by a command that works for this very installation. */
import type { StopRole } from '../../machines/schema/command.js';
import { shellLine } from './client-setup.js';

/** Longer than it ever takes; when it is over, Claude Code lets the stop through. */
const timeoutSeconds = 15;

/** The hooks of a `settings.json`. `more` are further words of the command, such as `--data DIR`. */
export const stopHookSettings = (role: StopRole, more: readonly string[] = []) => ({
  hooks: {
    Stop: [
      {
        hooks: [{ type: 'command', command: shellLine(['stop-gate', '--as', role, ...more]), timeout: timeoutSeconds }],
      },
    ],
  },
});
