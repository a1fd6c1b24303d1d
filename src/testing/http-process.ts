/** A real `proctor serve --http` process on a free port of this machine, and real clients and sockets on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { isAgentVariable } from '../cli/agent-environment.js';
import { mainFile, proctorOn, type ProctorClient } from './proctor-client.js';
import { runCli } from './run-cli.js';

export interface HttpProcess {
  /** Without a path. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly stderr: () => string;
  /** The line of the log about a request, once it is written: that is after its answer. */
  logged(fits: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  connect(token?: string): Promise<ProctorClient>;
  /** One message as a program without an SDK sends it. */
  post(message: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Bytes in, and everything that comes back until the server hangs up. */
  raw(bytes: string, more?: (write: (bytes: string) => void) => void): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export const jsonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const;

/** As if no agent had started the tests. */
export const noAgent = Object.fromEntries(
  Object.keys(process.env)
    .filter(isAgentVariable)
    .map((name) => [name, '']),
);

export async function serveHttp(
  dataDir: string,
  args: readonly string[] = [],
  { cwd = dataDir }: { cwd?: string } = {},
): Promise<HttpProcess> {
  const all = [mainFile, 'serve', '--http', '--port', '0', '--log', 'json', '--data', dataDir, ...args];
  const child = spawn(process.execPath, all, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'close').then(([code]: unknown[]) => code as number | null);
  let stderr = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      const [, found] = /serving MCP on (http:\S+)\/mcp/.exec(stderr) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exit.then(() => reject(new Error(`it ended: ${stderr}`)));
  });
  const { hostname, port } = new URL(url);
  const server = { dataDir, pid: child.pid ?? 0, stderr: () => stderr };
  const clients: Client[] = [];
  return {
    ...server,
    url,
    port: Number(port),
    async logged(fits) {
      for (;;) {
        const line = linesOf(stderr).findLast(fits);
        if (line) return line;
        await after(10);
      }
    },
    async connect(token) {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
      const client = new Client({ name: 'http-journey', version: '1' });
      await client.connect(transport);
      clients.push(client);
      return proctorOn(client, server);
    },
    post: async (message, headers = {}) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { ...jsonHeaders, ...headers },
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    raw: async (bytes, more) => conversation(hostname.replace(/[[\]]/g, ''), Number(port), bytes, more),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await Promise.all(clients.map(async (client) => client.close()));
      return exit;
    },
  };
}

const linesOf = (stderr: string): Record<string, unknown>[] =>
  stderr
    .slice(0, stderr.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function conversation(host: string, port: number, bytes: string, more?: (write: (text: string) => void) => void) {
  const socket = connectSocket(port, host);
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  // A line that was cut says so by what came before it.
  socket.on('error', () => undefined);
  socket.write(bytes);
  more?.((text) => void socket.write(text));
  await new Promise((resolve) => socket.once('close', resolve));
  return heard;
}

/** The token a script makes that a person set up. */
export async function makeToken(dataDir: string, role: string, more: readonly string[] = []): Promise<string> {
  const args = ['token', 'create', '--provision', '--as', role, ...more];
  const { code, out, err } = await runCli(args, {
    cwd: dataDir,
    dataDir,
    env: { ...noAgent, PROCTOR_PROVISION: dataDir },
  });
  if (code !== 0) throw new Error(err);
  return out.trim();
}

/** The part of a token that is no secret. */
export const tokenId = (token: string): string => token.split('_')[1] ?? '';
