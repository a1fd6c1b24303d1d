/** Who may look: a request to a loopback name, from no page or a page that is let in, with the token of this relay. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Where the hosted inspector of `@statelyai/inspect` lives. */
export const hostedOrigin = 'https://stately.ai';
export const hostedInspector = `${hostedOrigin}/inspect`;

const loopback = ['127.0.0.1', 'localhost', '[::1]'] as const;

interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/** Undefined: let it in. A page that found the port learns neither whether a token is right nor what is shown. */
export function refusalOf({ headers, url }: IncomingMessage, port: number, token: string): Refusal | undefined {
  const hosts = loopback.map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host?.toLowerCase() ?? ''))
    return { status: 403, reason: 'This address is for this machine only: open it as 127.0.0.1.' };
  const { origin } = headers;
  const origins = [...hosts.map((host) => `http://${host}`), hostedOrigin];
  if (origin !== undefined && !origins.includes(origin))
    return { status: 403, reason: 'Pages of other sites are not let in.' };
  if (!isSame(tokenIn(url), token))
    return { status: 401, reason: 'The token is missing or wrong: open the address as Proctor printed it.' };
  return undefined;
}

export const addressOf = (url: string | undefined): URL => new URL(url ?? '/', 'http://127.0.0.1');

function tokenIn(url: string | undefined): string {
  try {
    return addressOf(url).searchParams.get('token') ?? '';
  } catch {
    return '';
  }
}

/** Digests have one length, so that the time taken says nothing about either. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
