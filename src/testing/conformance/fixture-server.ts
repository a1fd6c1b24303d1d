/**
 * Proctor's own MCP server with the fixtures of the conformance suite added, one a request like the real one. What a
 * client answers to a question of the server comes with another request, so it is handed on by the question's id.
 */
import { setTimeout as after } from 'node:timers/promises';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
  type JSONRPCMessage,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer, type ProctorServer, type ServerContext } from '../../transports/mcp-server.js';
import { askedFor, contentsOf, fixedTools, promptMessages, prompts, resources, text } from './fixture-content.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Server = ProctorServer['mcp']['server'];
type Handler = (request: object, extra: Extra) => Promise<Record<string, unknown>>;
type Args = Readonly<Record<string, unknown>>;

const saying = ['test_tool_with_logging', 'test_tool_with_progress', 'test_error_handling', 'test_sampling'];
const toolNames = [...Object.keys(fixedTools), ...Object.keys(askedFor), ...saying];

export function conformanceServer(context: ServerContext): ProctorServer {
  const made = createMcpServer(context);
  const { server } = made.mcp;
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  addTools(server);
  addResources(server);
  addPrompts(server);
  server.setRequestHandler(SetLevelRequestSchema, () => ({}));
  handAnswersOn(made.mcp);
  return { ...made, talks: true };
}

/** Proctor's own handler of a method: the fixtures stand beside it, not in its place. */
function ownHandler(server: Server, method: string): Handler {
  // Private in the SDK, which has no other way to add to a handler that is set.
  const { _requestHandlers: handlers } = server as unknown as { _requestHandlers: Map<string, Handler> };
  const own = handlers.get(method);
  if (!own) throw new Error(`Proctor does not handle ${method}`);
  return own;
}

function addTools(server: Server): void {
  const [list, call] = [ownHandler(server, 'tools/list'), ownHandler(server, 'tools/call')];
  const fixtures = toolNames.map((name) => ({ name, description: 'A fixture.', inputSchema: { type: 'object' } }));
  server.setRequestHandler(ListToolsRequestSchema, async (request, extra) => {
    const { tools } = await list(request, extra);
    return { tools: [...(tools as object[]), ...fixtures] };
  });
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: args = {} } = request.params;
    if (name in fixedTools) return { content: fixedTools[name as keyof typeof fixedTools] };
    if (name in askedFor) return asked(name as keyof typeof askedFor, args, extra);
    if (name === 'test_sampling') return sampled(args, extra);
    if (name === 'test_error_handling')
      return { isError: true, content: [text('This tool intentionally returns an error for testing')] };
    return saying.includes(name) ? said(name, extra) : call(request, extra);
  });
}

async function said(name: string, { sendNotification, _meta }: Extra) {
  const steps = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
  for (const [at, data] of steps.entries()) {
    if (at > 0) await after(50);
    if (name === 'test_tool_with_logging')
      await sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
    else if (_meta?.progressToken !== undefined) {
      const params = { progressToken: _meta.progressToken, progress: at * 50, total: 100 };
      await sendNotification({ method: 'notifications/progress', params });
    }
  }
  return { content: [text('Done.')] };
}

async function sampled({ prompt }: Args, { sendRequest }: Extra) {
  const messages = [{ role: 'user' as const, content: text(String(prompt)) }];
  const params = { messages, maxTokens: 100 };
  const { content } = await sendRequest({ method: 'sampling/createMessage', params }, CreateMessageResultSchema);
  return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
}

async function asked(name: keyof typeof askedFor, { message }: Args, { sendRequest }: Extra) {
  const properties = askedFor[name];
  const required = name === 'test_elicitation' ? Object.keys(properties) : [];
  const params = {
    message: typeof message === 'string' ? message : 'Please fill this in.',
    requestedSchema: { type: 'object' as const, properties, required },
  };
  // Wider than the SDK's types, which do not know every spelling the suite asks for.
  const request = { method: 'elicitation/create', params } as unknown as ServerRequest;
  const { action, content } = await sendRequest(request, ElicitResultSchema);
  return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)] };
}

function addResources(server: Server): void {
  const [list, read] = [ownHandler(server, 'resources/list'), ownHandler(server, 'resources/read')];
  const templates = ownHandler(server, 'resources/templates/list');
  server.setRequestHandler(ListResourcesRequestSchema, async (request, extra) => {
    const own = await list(request, extra);
    return { ...own, resources: [...(own['resources'] as typeof resources), ...resources] };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async (request, extra) => {
    const own = (await templates(request, extra))['resourceTemplates'] as { name: string; uriTemplate: string }[];
    return { resourceTemplates: [...own, { name: 'template', uriTemplate: 'test://template/{id}/data' }] };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async (request, extra) => {
    const contents = contentsOf(request.params.uri);
    return contents ? { contents: [contents] } : read(request, extra);
  });
  server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
}

function addPrompts(server: Server): void {
  const [list, get] = [ownHandler(server, 'prompts/list'), ownHandler(server, 'prompts/get')];
  server.setRequestHandler(ListPromptsRequestSchema, async (request, extra) => {
    const own = await list(request, extra);
    return { prompts: [...(own['prompts'] as typeof prompts), ...prompts] };
  });
  server.setRequestHandler(GetPromptRequestSchema, async (request, extra) => {
    const { name, arguments: args = {} } = request.params;
    const isOurs = prompts.some((prompt) => prompt.name === name);
    return isOurs ? { messages: promptMessages(name, args) } : get(request, extra);
  });
}

/** Who waits for the answer to which question. */
const waiting = new Map<string | number, (answer: JSONRPCMessage) => void>();
let asks = 0;

function handAnswersOn(mcp: ProctorServer['mcp']): void {
  // Private in the SDK: each server counts from 0, and here many of them ask at once.
  (mcp.server as unknown as { _requestMessageId: number })._requestMessageId = asks += 1000;
  const connect = mcp.connect.bind(mcp);
  mcp.connect = async (transport: Transport) => {
    await connect(transport);
    const [hear, send] = [transport.onmessage, transport.send.bind(transport)];
    transport.send = async (message, options) => {
      if ('method' in message && 'id' in message) waiting.set(message.id, (answer) => hear?.(answer));
      return send(message, options);
    };
    transport.onmessage = (message, extra) => {
      const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
      const asker = isAnswer && message.id !== undefined ? waiting.get(message.id) : undefined;
      if (!asker || !isAnswer) return hear?.(message, extra);
      waiting.delete(message.id ?? '');
      asker(message);
    };
  };
}
