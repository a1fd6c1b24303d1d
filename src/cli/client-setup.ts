/** How to add Proctor to a client, by a command that works for this very installation. */
import { join } from 'node:path';
import { packageDir } from './package-info.js';

/** What a client runs: the published package, or this checkout where there is none. */
function proctorCommand(words: readonly string[], dir = packageDir()): { command: string; args: string[] } {
  const isInstalled = dir.split(/[\\/]/).includes('node_modules');
  return isInstalled
    ? { command: 'npx', args: ['-y', 'proctor-mcp', ...words] }
    : { command: 'node', args: [join(dir, 'dist', 'main.js'), ...words] };
}

const serverCommand = () => proctorCommand(['serve']);

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** A command of this installation, as a shell takes it. */
export function shellLine(words: readonly string[]): string {
  const { command, args } = proctorCommand(words);
  return [command, ...args].map(quoted).join(' ');
}

/** Client and what to run or to write, one line each. */
export function clientSetups(): [client: string, how: string][] {
  const line = shellLine(['serve']);
  return [
    ['Claude Code', `claude mcp add proctor -- ${line}`],
    ['Codex', `codex mcp add proctor -- ${line}`],
    ['Cursor', `.cursor/mcp.json: ${clientConfig()}`],
  ];
}

/** As most clients read it from their configuration. */
export const clientConfig = (): string => JSON.stringify({ mcpServers: { proctor: serverCommand() } });
