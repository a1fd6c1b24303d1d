/** How to add Proctor to a client, by a command that works for this very installation. */
import { join } from 'node:path';
import { packageDir } from '../store/package-dir.js';

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** What starts Proctor: the published package, or this checkout where there is none. */
function proctorCommand(dir = packageDir()): Program {
  const isInstalled = dir.split(/[\\/]/).includes('node_modules');
  return isInstalled
    ? { command: 'npx', args: ['-y', 'proctor-mcp'] }
    : { command: 'node', args: [join(dir, 'dist', 'main.js')] };
}

/** What a client runs; without a role one agent plays all of them. */
function serverCommand(role?: string): Program {
  const { command, args } = proctorCommand();
  return { command, args: [...args, 'serve', ...(role === undefined ? [] : ['--as', role])] };
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const lineOf = ({ command, args }: Program): string => [command, ...args].map(quoted).join(' ');

/** A command of this installation, as a shell takes it. */
export function shellLine(words: readonly string[]): string {
  const { command, args } = proctorCommand();
  return lineOf({ command, args: [...args, ...words] });
}

/** Two servers of one name would be one to the client. */
const nameOf = (role: string | undefined): string => (role === undefined ? 'proctor' : `proctor-${role}`);

/** Client and what to run or to write, one line each. */
export function clientSetups(role?: string): [client: string, how: string][] {
  const line = lineOf(serverCommand(role));
  const name = nameOf(role);
  return [
    ['Claude Code', `claude mcp add ${name} -- ${line}`],
    ['Codex', `codex mcp add ${name} -- ${line}`],
    ['Cursor', `.cursor/mcp.json: ${clientConfig(role)}`],
  ];
}

/** As most clients read it from their configuration. */
export const clientConfig = (role?: string): string =>
  JSON.stringify({ mcpServers: { [nameOf(role)]: serverCommand(role) } });
