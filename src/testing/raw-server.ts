/** A Proctor process spoken to byte by byte, for what no well-behaved client would send. Keeps every line it says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { mainFile } from './proctor-client.js';

const JsonRpc = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});
export type JsonRpc = z.infer<typeof JsonRpc>;

export interface RawServer {
  readonly pid: number;
  /** Lines of stdout that are no JSON-RPC; must stay empty. */
  readonly noise: string[];
  readonly heard: JsonRpc[];
  readonly stderr: () => string;
  write(bytes: string): void;
  /** The reply to a request sent as it should be. */
  request(method: string, params: unknown): Promise<JsonRpc>;
  /** What a tool says of these arguments, as an object. */
  call(tool: string, args: unknown): Promise<Record<string, unknown>>;
  /** The reply to a request written by hand. */
  reply(id: number | string): Promise<JsonRpc>;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export async function startRaw(dataDir: string): Promise<RawServer> {
  const child = spawn(process.execPath, [mainFile, 'serve', '--data', dataDir], { stdio: 'pipe' });
  const noise: string[] = [];
  const heard: JsonRpc[] = [];
  const waiting = new Map<number | string, (reply: JsonRpc) => void>();
  let stderr = '';
  let lastId = 0;
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parse(line);
    if (!message) return noise.push(line);
    heard.push(message);
    if (message.id !== undefined && message.id !== null) waiting.get(message.id)?.(message);
  });
  const exit = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));

  const server: RawServer = {
    pid: child.pid ?? 0,
    noise,
    heard,
    exit,
    stderr: () => stderr,
    write: (bytes) => void child.stdin.write(bytes),
    reply: async (id) => heard.find((message) => message.id === id) ?? new Promise((done) => waiting.set(id, done)),
    async request(method, params) {
      const id = `own-${(lastId += 1)}`;
      server.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return server.reply(id);
    },
    async call(tool, args) {
      const { result, error } = await server.request('tools/call', { name: tool, arguments: args });
      return (result?.['structuredContent'] ?? { protocolError: error }) as Record<string, unknown>;
    },
    endInput: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
  };
  const clientInfo = { name: 'raw', version: '1' };
  await server.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return server;
}

function parse(line: string): JsonRpc | undefined {
  try {
    return JsonRpc.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
