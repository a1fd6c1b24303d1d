/**
 * Node's own server with gates before it: every request passes the same ones, in the same order, before a route sees it.
 * Stopping refuses what is new and finishes what was begun, within a bounded time.
 */
import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { codeOf } from '../../store/disk.js';
import { Fault } from '../../store/fault.js';
import type { Tokens } from '../../store/tokens.js';
import { plain, plainLines } from '../../views/escape.js';
import { ambiguous } from './ambiguous.js';
import { Exchange } from './exchange.js';
import { hostNames } from './foreign.js';
import { Gatekeeper } from './gatekeeper.js';
import { Metrics } from './metrics.js';
import { refusalBody, safeHeaders, shuttingDown, type HttpRefusal } from './refusal.js';
import type { RequestLog } from './request-log.js';
import { Routes, type Route, type Serving } from './route.js';
import { WaitingConnections } from './waiting-connections.js';

export interface HttpOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Names in Host beside those of this machine. */
  readonly allowHosts: readonly string[];
  readonly isTokenNeeded: boolean;
  readonly ratePerSecond: number;
  /** A request has to be here, whole, within this time. */
  readonly arriveMsMax: number;
  readonly tokens: Tokens;
  /** Opens the dashboard, and nothing else. */
  readonly pageKey?: string;
  readonly log: RequestLog;
  readonly version: string;
}

const connectionsMax = 512;
/** Of one address; honest callers wait a moment before a request and a few seconds after it. */
const waitingMax = 128;
const keepAliveMs = 15_000;
/** How often connections are looked at for being too slow. */
const checkMs = 500;
/** What was begun has this long to come to its end, and then this long to be answered for. */
const finishMsMax = 1000;
const flushMsMax = 300;

export class HttpServing {
  readonly #options: HttpOptions;
  readonly #metrics: Metrics;
  readonly #gate: Gatekeeper;
  readonly #server: Server;
  readonly #underWay = new Set<Promise<void>>();
  /** Aborted when nothing new is taken, and when what was begun has had its time. */
  readonly #closing = new AbortController();
  readonly #over = new AbortController();
  readonly #routes: Routes;
  readonly #waiting = new WaitingConnections(waitingMax);

  constructor(routes: readonly Route[], options: HttpOptions) {
    this.#options = options;
    this.#metrics = new Metrics(options.version);
    this.#gate = new Gatekeeper({ ...options, names: hostNames(options.host, options.allowHosts) });
    this.#routes = new Routes(routes);
    this.#server = createServer({
      connectionsCheckingInterval: checkMs,
      headersTimeout: options.arriveMsMax,
      requestTimeout: options.arriveMsMax,
      keepAliveTimeout: keepAliveMs,
    });
    // One listener a request, taken off when it is over.
    setMaxListeners(0, this.#closing.signal, this.#over.signal);
    this.#server.maxConnections = connectionsMax;
    // Their size is limited; of more than a certain number the rest would be passed by unseen, an Origin among them.
    this.#server.maxHeadersCount = 0;
    this.#server.on('connection', (socket) => {
      this.#waiting.opened(socket);
    });
    this.#server.on('request', (req, res) => {
      this.#waiting.requested(req, res);
      this.#take(req, res);
    });
    this.#server.on('clientError', onClientError);
  }

  /** Where it listens, as a client writes it. */
  async listen(): Promise<string> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const { port: taken } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  }

  /** Refuses what is new, finishes what was begun or says that it was not, and lets go of every connection. */
  async stop(closeEngine: () => Promise<void>): Promise<void> {
    this.#closing.abort();
    this.#server.close();
    await Promise.race([this.#idle(), after(finishMsMax, undefined, { ref: false })]);
    this.#over.abort(new Error(`${shuttingDown.message} Repeat the call with the same requestId.`));
    await closeEngine();
    await Promise.race([this.#idle(), after(flushMsMax, undefined, { ref: false })]);
    this.#server.closeAllConnections();
  }

  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  #take(req: IncomingMessage, res: ServerResponse): void {
    const exchange = new Exchange(req, res, { log: this.#options.log, metrics: this.#metrics });
    const done = this.#answer(exchange).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  async #answer(exchange: Exchange): Promise<void> {
    try {
      const refusal = await this.#pass(exchange);
      if (refusal) exchange.refuse(refusal);
    } catch (error) {
      const told = toldOf(error);
      if (told !== undefined) this.#options.log.notice(`proctor: ${plainLines(told)}`);
      if (exchange.res.headersSent) exchange.res.destroy();
      else exchange.refuse(failed(error));
    }
    await exchange.closed;
  }

  async #pass(exchange: Exchange): Promise<HttpRefusal | undefined> {
    const refused = ambiguous(exchange.req) ?? this.#gate.foreign(exchange);
    if (refused) return refused;
    const found = this.#routes.find(exchange.path);
    if (!found) return this.#gate.tooMany(exchange) ?? noRoute;
    const { route, params } = found;
    exchange.route = route.path;
    const turnedAway = await this.#admit(exchange, route);
    return turnedAway ?? route.run(exchange, params, this.#serving);
  }

  async #admit(exchange: Exchange, route: Route): Promise<HttpRefusal | undefined> {
    const admitted = await this.#gate.admit(exchange, route.access);
    if (admitted && 'hash' in admitted) exchange.token = admitted;
    const tooMany = route.access === 'probe' ? undefined : this.#gate.tooMany(exchange);
    if (tooMany) return tooMany;
    if (admitted && 'status' in admitted) return admitted;
    const method = exchange.req.method === 'HEAD' ? 'GET' : exchange.req.method;
    return method === route.method ? undefined : wrongMethod(route);
  }

  get #serving(): Serving {
    return {
      closing: this.#closing.signal,
      over: this.#over.signal,
      gate: this.#gate,
      metrics: this.#metrics,
      underWay: () => this.#underWay.size,
    };
  }
}

const noRoute: HttpRefusal = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is nothing at this path.',
  fix: 'MCP is at /mcp, where it is served; the dashboard is at /.',
};

const wrongMethod = ({ method }: Route): HttpRefusal => ({
  status: 405,
  code: 'WRONG_METHOD',
  message: `This path takes ${method} only.`,
  fix: method === 'POST' ? 'Send each JSON-RPC message as a POST; there is no stream to wait on.' : `Use ${method}.`,
  headers: { Allow: method === 'GET' ? 'GET, HEAD' : method },
});

/** For whoever runs the server. A session that is not there is the matter of whoever asks, again and again. */
function toldOf(error: unknown): string | undefined {
  if (error instanceof Fault) return error.code === 'SESSION_NOT_FOUND' ? undefined : error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const failed = (error: unknown): HttpRefusal =>
  error instanceof Fault
    ? { status: statusOf(error), code: error.code, message: plain(error.message), fix: error.fix }
    : { status: 500, code: 'DEFECT', message: 'This should not happen.', fix: 'The log of the server says more.' };

const statusOf = ({ code }: Fault): number => (code === 'SESSION_NOT_FOUND' ? 404 : 503);

/** What Node's parser refuses never becomes a request; it is answered by hand. */
function onClientError(error: Error, socket: Socket): void {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = unreadable(codeOf(error));
  const body = refusalBody(refusal);
  const headers = { ...safeHeaders, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${refusal.status} Refused`, ...lines, '', body].join('\r\n'));
  // Not only ended: whoever never closes its side would keep a place for good.
  socket.destroySoon();
}

function unreadable(code: string | undefined): HttpRefusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, code: 'TOO_SLOW', message: 'The request took too long to arrive.', fix: 'Send it again.' };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, code: 'HEADERS_TOO_LARGE', message: 'The headers are too long.', fix: 'Send fewer.' };
  return { status: 400, code: 'BAD_REQUEST', message: 'This is no HTTP request.', fix: 'Send HTTP/1.1.' };
}
