/** MCP, and what those who run the server ask of it. */
import { createMcpServer, type ServerContext } from '../mcp-server.js';
import type { Exchange } from './exchange.js';
import { answerMcp } from './mcp-route.js';
import { readBody } from './read-body.js';
import { shuttingDown, type HttpRefusal } from './refusal.js';
import type { Route, Serving } from './route.js';

export interface McpOptions {
  readonly openSessions: () => number;
  /** Makes the server of each request; another one where the transport itself is tested. */
  readonly makeServer?: typeof createMcpServer;
}

export const mcpRoutes = (context: ServerContext, options: McpOptions): Route[] => [
  {
    path: '/mcp',
    method: 'POST',
    access: 'token',
    run: async (exchange, _, serving) => mcp(exchange, serving, context, options),
  },
  {
    path: '/metrics',
    method: 'GET',
    access: 'token',
    async run(exchange, _, { metrics, underWay }) {
      const gauges = { openSessions: options.openSessions(), underWay: underWay() };
      exchange.answer(200, 'text/plain; version=0.0.4; charset=utf-8', metrics.text(gauges));
      return undefined;
    },
  },
];

/** `tryWriting` throws where nothing could be written. */
export const probeRoutes = (tryWriting: () => Promise<void>): Route[] => [
  {
    path: '/healthz',
    method: 'GET',
    access: 'probe',
    async run(exchange) {
      exchange.answer(200, 'text/plain; charset=utf-8', 'ok\n');
      return undefined;
    },
  },
  {
    path: '/readyz',
    method: 'GET',
    access: 'probe',
    async run(exchange, _, { closing }) {
      if (closing.aborted) return shuttingDown;
      await tryWriting();
      exchange.answer(200, 'text/plain; charset=utf-8', 'ready\n');
      return undefined;
    },
  },
];

/** As many as the SDK takes. */
const batchMax = 100;

const batchTooLarge: HttpRefusal = {
  status: 413,
  code: 'BATCH_TOO_LARGE',
  message: `A batch has at most ${batchMax} messages.`,
  fix: 'Send them in several requests.',
};

async function mcp(
  exchange: Exchange,
  { closing, over, gate, metrics }: Serving,
  context: ServerContext,
  { makeServer = createMcpServer }: McpOptions,
): Promise<HttpRefusal | undefined> {
  const body = await readBody(exchange.req, closing);
  if (!body.ok) return body.refusal;
  const more = Array.isArray(body.json) ? body.json.length - 1 : 0;
  if (more >= batchMax) return batchTooLarge;
  const tooMany = more > 0 ? gate.tooMany(exchange, more) : undefined;
  if (tooMany) return tooMany;
  if (closing.aborted) return shuttingDown;
  const { token } = exchange;
  const role = (exchange.role = token?.role ?? context.role);
  const server = makeServer({
    ...context,
    role,
    follows: false,
    client: token === undefined ? 'http' : `http token ${token.id}`,
    stopping: over,
    onCall: (tool, outcome, ms) => {
      exchange.called(metrics, tool, outcome, ms);
    },
  });
  await answerMcp(exchange, body.json, server);
  return undefined;
}
