/** `proctor serve`: what an MCP client starts. */
import { serveStdio } from '../transports/stdio.js';
import { clientConfig } from './client-setup.js';
import type { CliCommand } from './command.js';
import { openWorkspace } from './workspace.js';

export const serve: CliCommand = {
  args: '',
  options: {},
  get notes() {
    return [
      'Clients start it themselves and end it by hanging up. Most read their configuration as',
      `  ${clientConfig()}`,
    ];
  },
  example: 'claude mcp add proctor -- npx -y proctor-mcp serve',
  async run(args, io) {
    const { engine, protocols, version, data } = openWorkspace(args, io);
    io.say(`proctor ${version}: serving MCP on stdio, sessions in ${data.dir}`);
    await serveStdio({ engine, protocols, version, projectDir: io.cwd });
    return 0;
  },
};
