/**
 * Bearer tokens, each bound to a role: one small file a token below `tokens/`, so that makers and revokers never meet in
 * one. Only a hash of the secret is kept. A file that cannot be read lets nobody in, and still counts as a token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { serverRoles } from '../../machines/schema/record.js';
import { codeOf, type Disk } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { orFault } from './fault.js';
import { encode, frameAt, newline } from './frame.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const idChars = 12;
const secretBytes = 32;
const idPattern = /^[a-z2-7]{12}$/;
/** The id finds the file, the rest is 256 bits nobody can guess. */
const bearerPattern = /^proctor_([a-z2-7]{12})_([A-Za-z0-9_-]{43})$/;

export const tokenNameCharsMax = 80;
export const tokenLastsMsMax = 366 * 86_400_000;

const time = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const Token = z.object({
  v: z.literal(1),
  id: z.string().regex(idPattern),
  role: z.enum(serverRoles),
  name: z.string().max(tokenNameCharsMax),
  /** sha256 of the secret: it has nothing to guess, so nothing slower is needed. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: time,
  expiresAt: time,
  /** By a person at a terminal, or by a script a person set up; tokens of before do not say. */
  made: z.object({ how: z.enum(['terminal', 'provisioned']), by: z.string().max(200) }).optional(),
});
export type Token = z.infer<typeof Token>;

export type TokenState = 'live' | 'expired' | 'revoked' | 'unreadable';

/** A token as a list shows it; of an unreadable one only the id is known. */
export type ListedToken = { readonly id: string; readonly state: TokenState } & Partial<Omit<Token, 'hash' | 'v'>>;

export type Admission =
  { readonly state: 'live'; readonly token: Token } | { readonly state: Exclude<TokenState, 'live'> | 'unknown' };

const endings = { live: '.json', revoked: '.revoked.json' } as const;

export class Tokens {
  readonly #disk: Disk;
  readonly #dir: string;
  readonly #now: () => number;

  /** `root` is the data directory. */
  constructor(disk: Disk, root: string, now: () => number) {
    this.#disk = disk;
    this.#dir = join(root, 'tokens');
    this.#now = now;
  }

  /** Durable when it returns. The secret is in `bearer` and nowhere else. */
  async create({ role, name, lastsMs, made }: Pick<Token, 'role' | 'name' | 'made'> & { lastsMs: number }) {
    const id = [...randomBytes(idChars)].map((byte) => alphabet[byte & 31]).join('');
    const secret = randomBytes(secretBytes).toString('base64url');
    const createdAt = this.#now();
    const token = Token.parse({
      ...{ v: 1, id, role, name, hash: hashOf(secret).toString('hex') },
      ...{ createdAt, expiresAt: createdAt + lastsMs, ...(made && { made }) },
    });
    await orFault('write the token', async () => {
      await makeDurableDir(this.#disk, this.#dir);
      await this.#disk.writeNew(this.#path(id, 'live'), encode(JSON.stringify(token)));
      await this.#disk.syncDir(this.#dir);
    });
    return { token, bearer: `proctor_${id}_${secret}` };
  }

  /** Whether it was there to be revoked. Counts in every process at once, because each call looks. */
  async revoke(id: string): Promise<boolean> {
    if (!idPattern.test(id)) return false;
    return orFault('revoke the token', async () => {
      try {
        await this.#disk.rename(this.#path(id, 'live'), this.#path(id, 'revoked'));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
      await this.#disk.syncDir(this.#dir);
      return true;
    });
  }

  /** Who comes with this, as of now. Why not is told only to those who know the secret. */
  async admit(bearer: string): Promise<Admission> {
    const [, id, secret] = bearerPattern.exec(bearer) ?? [];
    if (id === undefined || secret === undefined) return { state: 'unknown' };
    const live = await this.#read(id, 'live');
    const token = live ?? (await this.#read(id, 'revoked'));
    if (!token || token === 'unreadable' || !isSecretOf(token, secret)) return { state: 'unknown' };
    if (live === undefined) return { state: 'revoked' };
    return token.expiresAt <= this.#now() ? { state: 'expired' } : { state: 'live', token };
  }

  /** Whether there is or ever was one: from the first token on, a data directory is no longer open to all. */
  async any(): Promise<boolean> {
    return (await this.#names()).length > 0;
  }

  /** Oldest first. */
  async list(): Promise<ListedToken[]> {
    const tokens = await Promise.all(
      (await this.#names()).map(async ({ id, kind }): Promise<ListedToken> => {
        const token = await this.#read(id, kind);
        if (!token || token === 'unreadable') return { id, state: 'unreadable' };
        const { role, name, createdAt, expiresAt, made } = token;
        const lives = expiresAt > this.#now() ? 'live' : 'expired';
        return { id, state: kind === 'revoked' ? 'revoked' : lives, role, name, createdAt, expiresAt, made };
      }),
    );
    return tokens.sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.id < b.id ? -1 : 1));
  }

  async #names(): Promise<{ id: string; kind: keyof typeof endings }[]> {
    const names = await orFault('list the tokens', () => this.#disk.list(this.#dir));
    return names.flatMap((name) => {
      const [, id = '', revoked] = /^([a-z2-7]{12})(\.revoked)?\.json$/.exec(name) ?? [];
      return id === '' ? [] : [{ id, kind: revoked === undefined ? 'live' : 'revoked' } as const];
    });
  }

  async #read(id: string, kind: keyof typeof endings): Promise<Token | 'unreadable' | undefined> {
    const bytes = await orFault('read the token', () => this.#disk.readFile(this.#path(id, kind)));
    if (bytes === undefined) return undefined;
    const token = parse(bytes);
    return token?.id === id ? token : 'unreadable';
  }

  #path(id: string, kind: keyof typeof endings): string {
    return join(this.#dir, `${id}${endings[kind]}`);
  }
}

function parse(bytes: Buffer): Token | undefined {
  const frame = bytes[0] === newline ? frameAt(bytes, 1) : undefined;
  if (frame?.end !== bytes.length) return undefined;
  try {
    return Token.safeParse(JSON.parse(frame.json.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const isSecretOf = ({ hash }: Token, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), hashOf(secret));
