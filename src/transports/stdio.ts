/** MCP over stdin and stdout. stdout is protocol only, so whatever else prints is sent to stderr. */
import { Console } from 'node:console';
import { setTimeout as after } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type ServerContext } from './mcp-server.js';

/** A client that hung up may have piped its calls in: they are finished, but nobody waits for ever. */
const finishMsMax = 1500;

/** Serves until the client hangs up or a signal asks to stop; what was begun is finished first. */
export async function serveStdio(context: ServerContext): Promise<void> {
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
  const { mcp, idle } = createMcpServer(context);
  const stopped = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('error', () => {
      resolve();
    });
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await mcp.connect(new StdioServerTransport());
  await stopped;
  await Promise.race([idle(), after(finishMsMax, undefined, { ref: false })]);
  await context.engine.close();
  await mcp.close();
}
