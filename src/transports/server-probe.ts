/** Starts a server as a client would, asks for its tools and hangs up: proof that an installation works. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export interface Probed {
  readonly name: string;
  readonly version: string;
  readonly tools: number;
  readonly ms: number;
}

export interface ProbeOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** Rejects with what the server itself said, where it said something. It has ended when this returns. */
export async function probeServer({ command, args, cwd, timeoutMs }: ProbeOptions): Promise<Probed> {
  const began = performance.now();
  const transport = new StdioClientTransport({ command, args: [...args], cwd, stderr: 'pipe' });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString('utf8')}`.slice(-2000)));
  const client = new Client({ name: 'proctor-doctor', version: '1' });
  try {
    await client.connect(transport, { timeout: timeoutMs });
    const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
    const { name = '', version = '' } = client.getServerVersion() ?? {};
    return { name, version, tools: tools.length, ms: Math.round(performance.now() - began) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(said.trim() === '' ? reason : `${reason}: ${said.trim()}`, { cause: error });
  } finally {
    await client.close();
  }
}
