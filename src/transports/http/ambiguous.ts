/**
 * Requests that two readers could understand differently: a proxy before this server and the server itself, or the gate
 * and the route. Which of two headers counts is nobody's to guess.
 */
import type { IncomingMessage } from 'node:http';
import type { HttpRefusal } from './refusal.js';

/** Each decides who asks, what for, or where the request ends. */
const onlyOnce: ReadonlySet<string> = new Set([
  'host',
  'origin',
  'authorization',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
]);

const refusal = (message: string, fix: string): HttpRefusal => ({
  status: 400,
  code: 'AMBIGUOUS_REQUEST',
  message,
  fix,
  // What follows on this connection may be the rest of it, or another request.
  headers: { Connection: 'close' },
});

export function ambiguous({ rawHeaders, headers, url = '' }: IncomingMessage): HttpRefusal | undefined {
  const twice = repeated(rawHeaders);
  if (twice !== undefined) return refusal(`The header ${twice} came more than once.`, 'Send it once.');
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    return refusal('The only transfer encoding is chunked.', 'Send Content-Length, or Transfer-Encoding: chunked.');
  if (encoding !== undefined && headers['content-length'] !== undefined)
    return refusal('The request says twice where it ends.', 'Send Content-Length or Transfer-Encoding, not both.');
  // Only a proxy is asked for the address of another server, and then the name in it counts, not Host.
  if (!url.startsWith('/'))
    return refusal(
      'The target of the request is not a path.',
      'Send a path, such as /mcp; this server is not a proxy.',
    );
  return undefined;
}

/** Node keeps one of some headers and joins others; only the raw ones tell. Names and values take turns. */
function repeated(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (onlyOnce.has(name) && seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
