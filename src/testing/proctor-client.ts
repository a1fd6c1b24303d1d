/** A real MCP client on a real Proctor process, over stdio unless said otherwise, for journeys and benchmarks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export const mainFile = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a server says is checked by the test that reads it
type Loose = any;

export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  /** structuredContent: whatever the tool says. */
  readonly data: Loose;
  /** Codes of a refusal, in order. */
  readonly codes: string[];
}

export interface ProctorClient {
  readonly client: Client;
  readonly dataDir: string;
  readonly pid: number;
  readonly stderr: () => string;
  call(tool: string, args: Record<string, unknown>): Promise<ToolReply>;
  close(): Promise<void>;
}

/** A directory that is gone when the test is over. */
export async function temporaryDir(prefix = 'proctor-'): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // A process that was just ended may still have been writing.
  return { path, remove: async () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}

/** Where the server is started, and what it finds in its environment. */
export interface ServerPlace {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What node itself is given. */
  readonly nodeArgs?: readonly string[];
}

export async function connect(
  dataDir: string,
  args: readonly string[] = [],
  { cwd, env, nodeArgs = [] }: ServerPlace = {},
): Promise<ProctorClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...nodeArgs, mainFile, 'serve', '--data', dataDir, ...args],
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env: { ...getDefaultEnvironment(), ...env } }),
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const client = new Client({ name: 'journey', version: '1' });
  try {
    await client.connect(transport);
  } catch (error) {
    // What it said on its way out is what the test wants to know.
    throw new Error(`The server did not start: ${stderr}`, { cause: error });
  }
  return proctorOn(client, { dataDir, pid: transport.pid ?? 0, stderr: () => stderr });
}

/** A connected client as tests use it, however it is connected. */
export const proctorOn = (
  client: Client,
  server: Pick<ProctorClient, 'dataDir' | 'pid' | 'stderr'>,
): ProctorClient => ({
  client,
  ...server,
  async call(name, toolArgs) {
    const result = await client.callTool({ name, arguments: toolArgs });
    // Over HTTP it was parsed in another realm, where an object is no instance of ours.
    const data = JSON.parse(JSON.stringify(result.structuredContent ?? null));
    const text = (result.content as { text: string }[])[0]?.text ?? '';
    return {
      isError: result.isError === true,
      text,
      data,
      codes: ((data?.errors ?? []) as { error: string }[]).map(({ error }) => error),
    };
  },
  close: async () => client.close(),
});
