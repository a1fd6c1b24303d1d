/** One call of a tool, whatever it is given: bad arguments and faults become replies, nothing is thrown. */
import { badArguments, faultReply, rejected } from './reply.js';
import type { Reply, Tool, ToolContext } from './tool.js';

const requestBytesMax = 256 * 1024;

export async function callTool(tool: Tool, args: unknown, context: ToolContext): Promise<Reply> {
  const size = bytesOf(args);
  if (size === undefined || size > requestBytesMax) {
    const message = size === undefined ? 'The arguments are nested too deeply.' : `The arguments take ${size} bytes.`;
    const fix = `Send at most ${requestBytesMax} bytes; split the batch, shorten findings and evidence.`;
    return rejected([{ code: 'REQUEST_TOO_LARGE', subject: 'BATCH', message, fix }]);
  }
  const parsed = tool.input.safeParse(args);
  if (!parsed.success) return badArguments(parsed.error, args);
  try {
    return await tool.run(parsed.data, context);
  } catch (error) {
    if (context.signal?.aborted === true) throw error;
    return faultReply(error);
  }
}

function bytesOf(args: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(args ?? {}));
  } catch {
    return undefined;
  }
}
