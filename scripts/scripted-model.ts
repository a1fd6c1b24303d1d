/**
 * A model that says what a script tells it: a Messages API on loopback that answers each request with the next turn, as
 * server-sent events. It lets a real client run where there is no network.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

export interface Asked {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
}

export interface ScriptedModel {
  readonly url: string;
  close(): void;
}

/** `answer` is asked for every turn of every conversation; side requests of the client have few tools. */
export async function scriptedModel(answer: (asked: Asked) => readonly Block[]): Promise<ScriptedModel> {
  let count = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((asked) => {
      count += 1;
      if (request.url?.startsWith('/v1/messages') !== true || request.url.includes('count_tokens'))
        sendJson(response, { input_tokens: 1 });
      else tell(response, asked, { id: `msg_${count}`, content: answer(asked) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Asked;
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function tell(
  response: ServerResponse,
  { model, stream }: Asked,
  { id, content }: { id: string; content: readonly Block[] },
): void {
  const stop = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
  if (stream !== true) {
    sendJson(response, { ...message, content, stop_reason: stop });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, more: object = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    send('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } });
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage });
  send('message_stop');
  response.end();
}
