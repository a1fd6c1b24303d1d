/** One call of a tool, whatever it is given: bad arguments and faults become replies, nothing is thrown. */
import { SessionId } from '../../machines/schema/id.js';
import { bytesOf, fitted, replyBytes } from './fit.js';
import { badArguments, faultReply, rejected } from './reply.js';
import type { Reply, Tool, ToolContext } from './tool.js';

/** Of one call, however it comes. */
export const requestBytesMax = 256 * 1024;

export async function callTool(tool: Tool, args: unknown, context: ToolContext): Promise<Reply> {
  const reply = await answer(tool, args, context);
  return tool.subject === 'ticketId' && Array.isArray(reply['errors']) ? aboutTickets(reply) : reply;
}

/** Errors are made with one name for their subject; on the wire those of tickets have their own. */
const aboutTickets = (reply: Reply): Reply => ({
  ...reply,
  errors: (reply['errors'] as { nodeId?: string }[]).map(({ nodeId, ...error }) => ({ ticketId: nodeId, ...error })),
});

async function answer(tool: Tool, args: unknown, context: ToolContext): Promise<Reply> {
  const size = sizeOf(args);
  if (size === undefined || size > requestBytesMax) {
    const message = size === undefined ? 'The arguments are nested too deeply.' : `The arguments take ${size} bytes.`;
    const fix = `Send at most ${requestBytesMax} bytes; split the batch, shorten findings and evidence.`;
    return rejected([{ code: 'REQUEST_TOO_LARGE', subject: 'BATCH', message, fix }]);
  }
  const parsed = tool.input.safeParse(args);
  if (!parsed.success)
    return fitted({ ...badArguments(parsed.error, args), ...(await headFor(args, context)) }, replyBytes.brief);
  try {
    const answer = await tool.run(parsed.data, context);
    const isHeadless = answer.status === 'REJECTED' && answer['head'] === undefined;
    const reply = isHeadless ? { ...answer, ...(await headFor(args, context)) } : answer;
    return fitted(reply, tool.bytesMax?.(parsed.data) ?? replyBytes.brief);
  } catch (error) {
    if (context.signal?.aborted === true) throw error;
    return faultReply(error);
  }
}

/** Every reply about a session that is there carries its head. */
async function headFor(args: unknown, { engine }: ToolContext): Promise<object> {
  const id: unknown = typeof args === 'object' && args !== null && 'sessionId' in args ? args.sessionId : undefined;
  if (!SessionId.safeParse(id).success) return {};
  try {
    return { head: (await engine.query(id as SessionId, { kind: 'overview' })).head };
  } catch {
    return {};
  }
}

function sizeOf(args: unknown): number | undefined {
  try {
    return bytesOf(args ?? {});
  } catch {
    return undefined;
  }
}
