/** A session's log as server-sent events: everything after a record, then what comes as it happens. */
import { once } from 'node:events';
import type { Exchange } from '../transports/http/exchange.js';
import type { HttpRefusal } from '../transports/http/refusal.js';
import type { DashboardApi } from './api.js';
import type { Told } from './logs.js';
import { wireJson } from './wire-json.js';

/** A line that says nothing, so that both sides notice a connection that is gone. */
const beatMs = 10_000;
/** At once, of all pages together: each keeps a connection. */
const streamsMax = 64;
let streams = 0;

export async function streamLog(
  exchange: Exchange,
  api: DashboardApi,
  id: string,
  closing: AbortSignal,
): Promise<HttpRefusal | undefined> {
  const { req, res } = exchange;
  const given = req.headers['last-event-id'] ?? '0';
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given)) return noEvent;
  // Numbers are given again after a repair; the time tells one record from the other.
  const time = exchange.query.get('time');
  if (streams >= streamsMax) return tooManyStreams;
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  let beat: NodeJS.Timeout | undefined;
  // Counted before anything is waited for: many may ask at once.
  streams += 1;
  try {
    // Refused while it still can be: a stream has no status once it is begun.
    if (!(await api.has(id, Number(given), time === null ? null : Number(time)))) return noEventYet;
    beat = setInterval(() => res.write(':\n\n'), beatMs);
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    res.flushHeaders();
    // Who asks for the head alone waits for nothing.
    if (req.method === 'HEAD') return undefined;
    const stop = AbortSignal.any([gone.signal, closing]);
    for await (const message of api.follow(id, Number(given), stop)) {
      const isRoom = res.write(textOf(message));
      // Whoever reads slowly is waited for; the log is kept anyway.
      if (!isRoom) await once(res, 'drain', { signal: stop }).catch(() => undefined);
    }
  } finally {
    streams -= 1;
    clearInterval(beat);
    if (res.headersSent) res.end();
  }
  return undefined;
}

function textOf(told: Told): string {
  if (told === 'live') return 'event: live\ndata: {}\n\n';
  if ('message' in told) return `event: damaged\ndata: ${wireJson(told)}\n\n`;
  return `id: ${told.at(-1)?.seq ?? 0}\ndata: ${wireJson({ entries: told })}\n\n`;
}

const noEvent: HttpRefusal = {
  status: 400,
  code: 'INVALID_INPUT',
  message: 'Last-Event-ID is the number of a record.',
  fix: 'Send the number of the last record you have, or 0.',
};

const noEventYet: HttpRefusal = {
  status: 409,
  code: 'NO_SUCH_RECORD',
  message: 'The session has no such record: it is not the one that was followed, or it was repaired.',
  fix: 'Follow it from its beginning.',
};

const tooManyStreams: HttpRefusal = {
  status: 503,
  code: 'TOO_MANY_STREAMS',
  message: `${streamsMax} pages follow this server already.`,
  fix: 'Close some of them.',
  headers: { 'Retry-After': 5 },
};
