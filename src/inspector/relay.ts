/**
 * The relay: a WebSocket on this machine that inspectors read, and the page that shows it in a browser. It is ours, and
 * not the one of `@statelyai/inspect`, which listens to the whole network, lets every page in and forgets actors.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { tellClient } from './client.js';
import type { Feed } from './feed.js';
import { addressOf, hostedInspector, hostedOrigin, refusalOf } from './guard.js';

/** What the relay serves to browsers, by the path it is asked for. */
export type PageFiles = Readonly<Record<string, { readonly type: string; readonly body: string }>>;

interface RelayOptions {
  readonly feed: Feed;
  readonly page: PageFiles;
  /** 0 takes any that is free. */
  readonly port: number;
}

export interface Relay {
  /** For a browser, and for a receiver of `@statelyai/inspect`. */
  readonly page: string;
  readonly socket: string;
  close(): Promise<void>;
}

const clientsMax = 32;
/** Those of inspectors, of pages that load, and of whoever is about to be refused. */
const connectionsMax = 256;
/** Inspectors only listen. */
const heardBytesMax = 1024;

export async function startRelay({ feed, page, port: wanted }: RelayOptions): Promise<Relay> {
  const token = randomBytes(24).toString('base64url');
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 });
  server.maxConnections = connectionsMax;
  // Of more than a certain number of headers the rest would be passed by unseen, an Origin among them.
  server.maxHeadersCount = 0;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: heardBytesMax });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
  });
  // It listens on a port, so it has an address with one.
  const { port } = server.address() as AddressInfo;
  server.on('request', (request, response) => {
    answer(request, response, refusalOf(request, port, token), page);
  });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const refusal = refusalOf(request, port, token);
    if (refusal) refuse(socket, refusal.status);
    else if (sockets.clients.size >= clientsMax) refuse(socket, 503);
    else sockets.handleUpgrade(request, socket, head, (client) => tellClient(client, feed));
  });
  const address = `127.0.0.1:${port}/?token=${token}`;
  return {
    page: `http://${address}`,
    socket: `ws://${address}`,
    async close() {
      for (const client of sockets.clients) client.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Not only ended: whoever never closes its side would stay connected for good. */
function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => undefined);
  socket.write(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** The address has the token in it, so it is told to nobody: no referrer, and no cache. */
const headers = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
    `frame-src ${hostedOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  refusal: ReturnType<typeof refusalOf>,
  page: PageFiles,
): void {
  const say = (status: number, type: string, body: string) => {
    response.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(body);
  };
  if (refusal) {
    say(refusal.status, 'text/plain', `${refusal.reason}\n`);
    return;
  }
  if (method !== 'GET') {
    say(405, 'text/plain', 'This relay is only read: use GET.\n');
    return;
  }
  const { pathname } = addressOf(url);
  const file = Object.hasOwn(page, pathname) ? page[pathname] : undefined;
  if (!file) say(404, 'text/plain', 'There is nothing here: open / with the token.\n');
  else say(200, file.type, filled(file.body, addressOf(url)));
}

/** The page loads its parts by the token it was asked with. */
const filled = (body: string, { searchParams }: URL): string =>
  body
    .replaceAll('{{token}}', encodeURIComponent(searchParams.get('token') ?? ''))
    .replaceAll('{{inspector}}', hostedInspector);
