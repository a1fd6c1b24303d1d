/** Lets a request in or says why not: by its Host and Origin, its token, and how many came before it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Token, Tokens } from '../../store/tokens.js';
import type { Exchange } from './exchange.js';
import { foreignTo } from './foreign.js';
import { RateLimit } from './rate-limit.js';
import type { HttpRefusal } from './refusal.js';

/**
 * `probe`: anybody, as often as they like: whether it is up must be heard through any flood. `open`: anybody. `token`:
 * whoever has one, where they are needed. `page`: who has the key of the dashboard, or a token.
 */
export type Access = 'probe' | 'open' | 'token' | 'page';

export interface GateOptions {
  /** Names accepted in Host. */
  readonly names: ReadonlySet<string>;
  readonly tokens: Tokens;
  /** Also before the first token is made. */
  readonly isTokenNeeded: boolean;
  readonly ratePerSecond: number;
  /** Opens the dashboard, and nothing else. */
  readonly pageKey?: string;
}

const toGetIn = 'proctor token create --as ROLE makes one; send it as Authorization: Bearer TOKEN.';

const reasons = {
  missing: 'This server is used with a token only.',
  unknown: 'This is no token of this server.',
  unreadable: 'This is no token of this server.',
  expired: 'The time of this token is over.',
  revoked: 'This token was revoked.',
} as const;

const unauthorized = (why: keyof typeof reasons): HttpRefusal => ({
  status: 401,
  code: why === 'missing' ? 'TOKEN_REQUIRED' : 'TOKEN_REFUSED',
  message: reasons[why],
  fix: toGetIn,
  headers: { 'WWW-Authenticate': `Bearer realm="proctor"${why === 'missing' ? '' : ', error="invalid_token"'}` },
});

export class Gatekeeper {
  readonly #options: GateOptions;
  readonly #rate: RateLimit;
  /** Once there was a token there is no way back, also where the directory they lie in is gone. */
  #hasTokens = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#rate = new RateLimit(options.ratePerSecond);
  }

  foreign({ req: { headers } }: Exchange): HttpRefusal | undefined {
    return foreignTo(this.#options.names, headers);
  }

  /** Who comes with a token is counted apart, also behind a proxy that gives all of them one address. */
  tooMany({ token, remote }: Exchange, requests = 1): HttpRefusal | undefined {
    const caller = token === undefined ? `address ${remote}` : `token ${token.id}`;
    const waitMs = this.#rate.take(caller, performance.now(), requests);
    if (waitMs === 0) return undefined;
    return {
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      message: `More than ${this.#options.ratePerSecond} requests a second came from here.`,
      fix: 'Wait as long as Retry-After says, then go on more slowly.',
      headers: { 'Retry-After': Math.max(1, Math.ceil(waitMs / 1000)) },
    };
  }

  /** Looks at the files anew each time: what was revoked a moment ago is out. */
  async admit(exchange: Exchange, access: Access): Promise<Token | HttpRefusal | undefined> {
    if (access === 'probe' || access === 'open') return undefined;
    const { tokens, isTokenNeeded, pageKey } = this.#options;
    const { authorization } = exchange.req.headers;
    const [, bearer = ''] = /^Bearer +(\S{1,200})$/i.exec(authorization ?? '') ?? [];
    if (access === 'page' && pageKey !== undefined) {
      if (isSame(bearer, pageKey)) return undefined;
      if (authorization === undefined) return noKey;
    }
    if (!isTokenNeeded) this.#hasTokens ||= await tokens.any();
    if (authorization === undefined) return isTokenNeeded || this.#hasTokens ? unauthorized('missing') : undefined;
    const admission = await tokens.admit(bearer);
    if (admission.state === 'live') return admission.token;
    return access === 'page' ? noKey : unauthorized(admission.state);
  }
}

const noKey: HttpRefusal = {
  ...{ status: 401, code: 'TOKEN_REQUIRED', message: 'This page is opened by the whole address Proctor printed.' },
  fix: 'Open the address on the terminal of proctor ui, or of the server.',
  headers: { 'WWW-Authenticate': 'Bearer realm="proctor dashboard"' },
};

/** By their hashes, which are of one length: how long it takes tells nothing. */
const isSame = (given: string, key: string): boolean => timingSafeEqual(sha256(given), sha256(key));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
