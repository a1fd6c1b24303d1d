/** Binds tools, resources and prompts to the MCP SDK. Another generation of the SDK is one more file like this one. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
  type Tool as WireTool,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { callTool } from '../tools/call.js';
import { chartTemplates, completedChart, listCharts, readChart } from '../tools/chart-resources.js';
import { tools } from '../tools/index.js';
import { prompts } from '../tools/prompts.js';
import { statusPage } from '../tools/status-page.js';
import { completed, listResources, readResource, resourceTemplates } from '../tools/resources.js';
import { mayCall } from '../../machines/rules/tickets/wrong-role.rule.js';
import type { Role } from '../../machines/schema/record.js';
import type { Reply, Tool, ToolContext } from '../tools/tool.js';
import { serverInstructions } from '../views/instructions.js';
import { appExtension, pageMeta, readAppPage } from './app-page.js';
import { jsonSchema } from './json-schema.js';
import { Subscriptions } from './subscriptions.js';

export type ServerContext = Omit<ToolContext, 'by' | 'signal' | 'progress'> & {
  readonly version: string;
  /** The role this connection is bound to; solo plays all, one call at a time. */
  readonly role: Role;
  /** False where there is no stream to tell of changes on: then following is not offered. */
  readonly follows?: boolean;
  /** Who asks, where the connection knows and the client did not say. */
  readonly client?: string;
  /** Calls that still wait are given up when it is aborted, and told why. */
  readonly stopping?: AbortSignal;
  readonly onCall?: (tool: string, outcome: Reply['status'] | 'CANCELLED', ms: number) => void;
};

type Server = McpServer['server'];

export interface ProctorServer {
  readonly mcp: McpServer;
  /** Resolves when no call is under way. */
  readonly idle: () => Promise<void>;
  /** It may have something to say before it answers, also to callers who did not ask for progress. */
  readonly talks?: boolean;
}

/** One for all servers, and none before it is needed: the SDK would make one for each, which costs more than a call. */
let ajv: AjvJsonSchemaValidator | undefined;
const validator: jsonSchemaValidator = {
  getValidator: (schema) => (ajv ??= new AjvJsonSchemaValidator()).getValidator(schema),
};

export function createMcpServer(context: ServerContext): ProctorServer {
  const mcp = new McpServer(
    { name: 'proctor', title: 'Proctor', version: context.version },
    { instructions: serverInstructions, jsonSchemaValidator: validator },
  );
  // Not among the options: the SDK would then announce changes of lists that never change.
  const resources = context.follows === false ? {} : { subscribe: true };
  mcp.server.registerCapabilities({ tools: {}, prompts: {}, completions: {}, resources, extensions: appExtension });
  const calls = new Set<Promise<unknown>>();
  bindTools(mcp.server, context, calls);
  bindResources(mcp.server, context);
  if (context.follows !== false) bindSubscriptions(mcp.server, context);
  bindPrompts(mcp.server);
  return {
    mcp,
    idle: async () => {
      while (calls.size > 0) await Promise.allSettled(calls);
    },
  };
}

/** Spelled once: over HTTP a server is made for every request. */
const wireTools = new Map<string, WireTool>();

function wireTool(tool: Tool): WireTool {
  const known = wireTools.get(tool.name) ?? spelled(tool);
  wireTools.set(tool.name, known);
  return known;
}

function spelled(tool: Tool): WireTool {
  const { name, title, description, input, output, annotations } = tool;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(input, 'input') as WireTool['inputSchema'],
    outputSchema: jsonSchema(output, 'output') as WireTool['outputSchema'],
    annotations: { title, ...annotations },
    ...pageMeta(tool),
  };
}

function bindTools(server: Server, context: ServerContext, calls: Set<Promise<unknown>>): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.filter(({ name }) => mayCall(context.role, name)).map(wireTool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)}.`);
    const token = params._meta?.progressToken;
    const progress = (value: number, message: string) => {
      if (token === undefined) return;
      const note = {
        method: 'notifications/progress',
        params: { progressToken: token, progress: value, message },
      } as const;
      // Whoever does not listen any more misses nothing.
      void sendNotification(note).catch(() => undefined);
    };
    const by = principalOf(server, context);
    const call = untilStopped(signal, context.stopping, async (either) =>
      callTool(tool, params.arguments ?? {}, { ...context, by, signal: either, progress }),
    );
    calls.add(call);
    const reply = await watched(tool.name, call, context).finally(() => calls.delete(call));
    return {
      content: [{ type: 'text', text: JSON.stringify(reply) }],
      structuredContent: reply,
      ...(reply.status === 'OK' ? {} : { isError: true }),
    };
  });
}

async function watched(tool: string, call: Promise<Reply>, { onCall }: ServerContext): Promise<Reply> {
  const began = performance.now();
  let outcome: Reply['status'] | 'CANCELLED' = 'CANCELLED';
  try {
    const reply = await call;
    outcome = reply.status;
    return reply;
  } finally {
    onCall?.(tool, outcome, performance.now() - began);
  }
}

/** Both are held by hand: a signal made of others may be collected before it fires. */
async function untilStopped<T>(
  cancelled: AbortSignal,
  stopping: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!stopping) return work(cancelled);
  const over = new AbortController();
  const stop = ({ target }: Event) => {
    over.abort((target as AbortSignal).reason);
  };
  const both = [cancelled, stopping];
  for (const signal of both) signal.addEventListener('abort', stop);
  try {
    stopping.throwIfAborted();
    return await work(over.signal);
  } finally {
    for (const signal of both) signal.removeEventListener('abort', stop);
  }
}

/** As solo, one agent and its sub-agents play all roles; the client's name is what it says of itself. */
function principalOf(server: Server, { role, client: connection }: ServerContext): ToolContext['by'] {
  const client = server.getClientVersion();
  const name = client ? `${client.name}/${client.version}`.slice(0, 120) : connection;
  return { role, known: role === 'solo' ? 'claimed' : 'connection', ...(name === undefined ? {} : { client: name }) };
}

function bindResources(server: Server, { engine, protocols }: ServerContext): void {
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const listed = await listResources(engine, params?.cursor);
    return params?.cursor === undefined
      ? { ...listed, resources: [statusPage, ...listCharts(protocols), ...listed.resources] }
      : listed;
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...resourceTemplates, ...chartTemplates],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const contents = (await readFixed(protocols, params.uri)) ?? (await readResource(engine, params.uri));
    if (!contents) throw notThere(params.uri);
    return { contents };
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params }) => {
    if (params.ref.type !== 'ref/resource') return { completion: { values: [] } };
    const { name, value } = params.argument;
    if (params.ref.uri.startsWith('chart:')) return { completion: completedChart(protocols, value) };
    return { completion: await completed(engine, { name, value, id: params.context?.arguments?.['id'] }) };
  });
}

function bindSubscriptions(server: Server, { engine, protocols }: ServerContext): void {
  const subscriptions = new Subscriptions(engine, (uri) => server.sendResourceUpdated({ uri }));
  server.onclose = () => {
    subscriptions.close();
  };
  server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    // Some never change while the server runs: there is nothing to follow, and nothing wrong with trying.
    const isThere = (await readFixed(protocols, params.uri)) !== undefined || (await subscriptions.add(params.uri));
    if (!isThere) throw notThere(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscriptions.remove(params.uri);
    return {};
  });
}

const readFixed = async (protocols: ServerContext['protocols'], uri: string) =>
  (await readAppPage(uri)) ?? readChart(protocols, uri);

const notThere = (uri: string): McpError =>
  new McpError(-32002, `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`);

function bindPrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ render: _render, ...prompt }) => prompt),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (!prompt) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(params.name)}.`);
    const missing = prompt.arguments.find(({ name, required }) => required && !params.arguments?.[name]?.trim());
    if (missing) throw new McpError(ErrorCode.InvalidParams, `The prompt ${prompt.name} needs ${missing.name}.`);
    const text = prompt.render(params.arguments ?? {});
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}
