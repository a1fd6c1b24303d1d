/** What the HTTP server answers instead of doing something: a status, a reason, and what to do next. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

export interface HttpRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Everything that is wrong, where that is more than one thing. */
  readonly all?: readonly Told[];
}

interface Told {
  readonly error: string;
  readonly message: string;
  readonly suggestion: string;
}

export const shuttingDown: HttpRefusal = {
  status: 503,
  code: 'SHUTTING_DOWN',
  message: 'Proctor is shutting down.',
  fix: 'Nothing was done; repeat the call in a moment.',
  headers: { Connection: 'close', 'Retry-After': 1 },
};

/** On every answer: nothing here is a page, and nothing is to be taken for one or kept. */
export const safeHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** JSON-RPC's own shape, because most who read it speak that; `data` is for programs. */
export const refusalBody = ({ code, message, fix }: HttpRefusal): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32000, message: `${message} ${fix}`, data: { error: code, message, suggestion: fix } },
  });

/** For the dashboard's own page. */
const pageBody = ({ code, message, fix, all }: HttpRefusal): string =>
  JSON.stringify({ errors: all ?? [{ error: code, message, suggestion: fix }] });

/** Thrown away after a refusal, so that whoever is still sending gets to read it; more than that is cut off. */
const discardBytesMax = 1024 * 1024;

export function refuse(req: IncomingMessage, res: ServerResponse, refusal: HttpRefusal): void {
  const body = req.url?.startsWith('/api/') ? pageBody(refusal) : refusalBody(refusal);
  res.writeHead(refusal.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...refusal.headers,
  });
  res.end(body);
  let discarded = 0;
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > discardBytesMax) req.socket.destroy();
  });
}
