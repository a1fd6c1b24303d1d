/**
 * MCP over one POST: a server of its own for each request, so that nothing is keyed on a connection and any number of
 * processes may answer. A plain JSON answer, or a stream where the caller asked for progress.
 */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { ProctorServer } from '../mcp-server.js';
import type { Exchange } from './exchange.js';

/** Resolves when the answer is out and nothing goes on behind it. */
export async function answerMcp(
  exchange: Exchange,
  json: unknown,
  { mcp, idle, talks = false }: ProctorServer,
): Promise<void> {
  const { req, res, closed } = exchange;
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: !talks && !wantsProgress(json),
  });
  await mcp.connect(transport);
  await transport.handleRequest(req, res, json);
  await closed;
  // A caller who hung up has not cancelled: what was begun is finished.
  await idle();
  await mcp.close();
}

const wantsProgress = (json: unknown): boolean =>
  [json].flat().some((message) => {
    const { params } = (message ?? {}) as { params?: { _meta?: { progressToken?: unknown } } };
    return params?._meta?.progressToken !== undefined;
  });
