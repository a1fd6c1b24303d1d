/** Every command, loaded only when it is asked for: a server must start fast. */
import type { CliCommand } from './command.js';

export const commands: Readonly<Record<string, () => Promise<CliCommand>>> = {
  serve: async () => (await import('./serve.command.js')).serve,
};
