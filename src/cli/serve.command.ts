/** `proctor serve`: what an MCP client starts. */
import { serveStdio } from '../transports/stdio.js';
import type { CliCommand } from './command.js';
import { openWorkspace } from './workspace.js';

export const serve: CliCommand = {
  name: 'serve',
  summary: 'Talks MCP over stdin and stdout until the client hangs up',
  usage: '[--data DIR]',
  help: [
    'Clients start it themselves; put this into their configuration:',
    '  { "mcpServers": { "proctor": { "command": "npx", "args": ["-y", "proctor-mcp", "serve"] } } }',
  ],
  options: {},
  positionals: { min: 0, max: 0 },
  async run(args, io) {
    const { engine, protocols, version, data } = openWorkspace(args, io);
    io.say(`proctor ${version}: serving MCP on stdio, sessions in ${data.dir}`);
    await serveStdio({ engine, protocols, version, projectDir: io.cwd });
    return 0;
  },
};
