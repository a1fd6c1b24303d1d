/** Names that are minted, not chosen: session ids, nonces, digests. */
import { createHash, randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** 100 bits, in letters and digits. */
const idFrom = (bytes: Uint8Array): string =>
  `s-${[...bytes.subarray(0, 20)].map((byte) => alphabet[byte & 31]).join('')}`;

const derived = (text: string): string => idFrom(createHash('sha256').update(text).digest());

/** With a request id the session's id derives from it and the project, so that a repeated start finds the first. */
export const sessionIdFor = (requestId: string | undefined, projectDir = ''): string =>
  requestId === undefined ? idFrom(randomBytes(20)) : derived(`session:${JSON.stringify([projectDir, requestId])}`);

/** As it was derived before projects had request ids of their own. */
export const oldSessionIdFor = (requestId: string): string => derived(`session:${requestId}`);

export const newNonce = (): string => randomBytes(9).toString('base64url');

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Key order must not matter: the same request may be built by another client. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
