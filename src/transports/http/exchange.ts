/** One request and its answer, with what is learnt of them on the way; told to log and metrics when it is over. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Token } from '../../store/tokens.js';
import type { Metrics } from './metrics.js';
import { refuse, safeHeaders, type HttpRefusal } from './refusal.js';
import type { RequestLog } from './request-log.js';

export interface Told {
  readonly log: RequestLog;
  readonly metrics: Metrics;
}

export class Exchange {
  /** Of a closed list: paths that are not there are all called `other`. */
  route = 'other';
  token: Token | undefined;
  role: string | undefined;
  refused: string | undefined;
  readonly calls: string[] = [];
  readonly path: string;
  /** What stands behind the question mark. */
  readonly query: URLSearchParams;
  readonly remote: string;
  /** The answer is out, or whoever asked is gone. */
  readonly closed: Promise<void>;

  constructor(
    readonly req: IncomingMessage,
    readonly res: ServerResponse,
    told: Told,
  ) {
    const began = performance.now();
    const [path = '', ...query] = (req.url ?? '').split('?');
    this.path = path;
    this.query = new URLSearchParams(query.join('?'));
    this.remote = req.socket.remoteAddress ?? 'unknown';
    for (const [name, value] of Object.entries(safeHeaders)) res.setHeader(name, value);
    this.closed = new Promise((resolve) => {
      res.once('close', () => {
        this.#tell(told, performance.now() - began);
        resolve();
      });
    });
  }

  refuse(refusal: HttpRefusal): void {
    this.refused = refusal.code;
    refuse(this.req, this.res, refusal);
  }

  answer(status: number, type: string, body: string | Buffer, headers: OutgoingHttpHeaders = {}): void {
    this.res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers });
    this.res.end(body);
  }

  /** Of one call of a tool; the name is one of ours. */
  called(metrics: Metrics, tool: string, outcome: string, ms: number): void {
    metrics.call(tool, outcome, ms);
    this.calls.push(`${tool} ${outcome}`);
  }

  #tell({ log, metrics }: Told, ms: number): void {
    // Whoever hung up before the answer got none.
    const status = this.res.writableFinished || this.res.headersSent ? this.res.statusCode : 499;
    metrics.request(this.route, status, ms);
    const { path, remote, role, token, calls, refused } = this;
    log.request({ method: this.req.method ?? '', path, status, ms, remote, role, token: token?.id, calls, refused });
  }
}
