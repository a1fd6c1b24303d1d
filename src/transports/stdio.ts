/** MCP over stdin and stdout. stdout is protocol only, so whatever else prints is sent to stderr. */
import { Console } from 'node:console';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type ServerContext } from './mcp-server.js';

/** Serves until the client hangs up or a signal asks to stop; what was begun is finished first. */
export async function serveStdio(context: ServerContext): Promise<void> {
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
  const server = createMcpServer(context);
  const transport = new StdioServerTransport();
  const stopped = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('error', () => {
      resolve();
    });
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await server.connect(transport);
  await stopped;
  await context.engine.close();
  await server.close();
}
