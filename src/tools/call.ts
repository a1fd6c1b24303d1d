/** One call of a tool, whatever it is given: bad arguments and faults become replies, nothing is thrown. */
import { SessionId } from '../../machines/schema/id.js';
import type { Queried, SessionEngine } from '../engine/port.js';
import type { Overview } from '../views/overview.js';
import { fittedRefusal } from './fit-refusal.js';
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
    return small(await refusalOf(tool, args, badArguments(parsed.error, args), context), replyBytes.brief);
  const bytesMax = tool.bytesMax?.(parsed.data) ?? replyBytes.brief;
  try {
    const reply = await tool.run(parsed.data, context);
    if (reply.status === 'REJECTED') return small(await refusalOf(tool, args, reply, context), bytesMax);
    // A caller that looks for errors finds that there are none.
    return small(reply.status === 'OK' ? { ...reply, errors: [] } : reply, bytesMax);
  } catch (error) {
    if (context.signal?.aborted === true) throw error;
    const reply = faultReply(error);
    return reply.status === 'REJECTED' ? refusalOf(tool, args, reply, context) : reply;
  }
}

/** What is left of a refusal that its errors do not make too long is shortened like any other reply. */
function small(reply: Reply, bytesMax: number): Reply {
  if (bytesOf(reply) <= bytesMax) return reply;
  const short = reply.status === 'REJECTED' ? fittedRefusal({ reply, bytesMax }) : reply;
  return fitted({ reply: short, bytesMax });
}

/** With the head of the session, which every reply about one carries, and with what the tool says of it. */
async function refusalOf(tool: Tool, args: unknown, reply: Reply, { engine }: ToolContext): Promise<Reply> {
  const isTold = reply['head'] !== undefined && tool.refusal === undefined;
  const session = isTold ? undefined : await sessionIn(args, engine);
  const codes = (reply['errors'] as { error: string }[]).map(({ error }) => error);
  const head = reply['head'] ?? session?.head;
  return { ...reply, ...tool.refusal?.(codes, session?.value), ...(head === undefined ? {} : { head }) };
}

async function sessionIn(args: unknown, engine: SessionEngine): Promise<Queried<Overview> | undefined> {
  const id: unknown = typeof args === 'object' && args !== null && 'sessionId' in args ? args.sessionId : undefined;
  if (!SessionId.safeParse(id).success) return undefined;
  try {
    return await engine.query(id as SessionId, { kind: 'overview' });
  } catch {
    return undefined;
  }
}

function sizeOf(args: unknown): number | undefined {
  try {
    return bytesOf(args ?? {});
  } catch {
    return undefined;
  }
}
