/**
 * The claims on one agent, as lines of a file that processes only ever append to. Framed like a journal, so that a torn
 * line spoils only itself and a damaged one shows. Says what is written; who holds the agent is not judged here.
 */
import { z } from 'zod';
import type { Disk, DiskFile } from './disk.js';
import { diskFull, Fault, orFault } from './fault.js';
import { encode } from './frame.js';
import { Holder } from './holder.js';
import { segmentsOf } from './segments.js';

const Nonce = z.string().min(8).max(40);

const Claim = z.object({ session: z.string().max(80), node: z.string().max(80), nonce: Nonce, holder: Holder });
export type Claim = z.infer<typeof Claim>;

const Line = z.union([Claim, z.object({ release: Nonce })]);
type Line = z.infer<typeof Line>;

export class ClaimFile {
  readonly #path: string;
  readonly #file: DiskFile;

  private constructor(path: string, file: DiskFile) {
    this.#path = path;
    this.#file = file;
  }

  /** `syncName` makes the name of a new file durable before it holds a byte others may count on. */
  static async open(disk: Disk, path: string, syncName: () => Promise<void>): Promise<ClaimFile> {
    return orFault('open the claims on the agent', async () => {
      const file = await disk.openAppend(path, { create: true });
      if (file === undefined) throw new Error('a file that may be made was not');
      if ((await file.size()) === 0) await syncName();
      return new ClaimFile(path, file);
    });
  }

  /** Durable when it returns. */
  async claim(claim: Claim): Promise<void> {
    await this.#append(claim);
    await orFault('sync the claim on the agent', () => this.#file.datasync());
  }

  /** Not synced: if it is lost, the claim is void once its process has ended. */
  async release(nonce: string): Promise<void> {
    await this.#append({ release: nonce });
  }

  /** Claims nobody has released, oldest first. */
  async standing(): Promise<Claim[]> {
    const bytes = await orFault('read the claims on the agent', async () =>
      this.#file.read(0, await this.#file.size()),
    );
    let claims: Claim[] = [];
    for (const line of this.#linesOf(bytes))
      if ('release' in line) claims = claims.filter(({ nonce }) => nonce !== line.release);
      else claims.push(line);
    return claims;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #append(line: Line): Promise<void> {
    // What could not be read again must not be written: it would look like damage.
    const frame = encode(JSON.stringify(Line.parse(line)));
    const written = await orFault('claim the agent', () => this.#file.append(frame));
    if (written < frame.length) throw diskFull('claim the agent');
  }

  #linesOf(bytes: Buffer): Line[] {
    return segmentsOf(bytes, 0).flatMap((segment) => {
      if (segment.kind === 'bad' && segment.torn) return [];
      const line = segment.kind === 'record' ? parse(segment.json) : undefined;
      if (line === undefined) throw this.#damaged();
      return [line];
    });
  }

  /** Not passed over: the line that cannot be read may be the claim that holds. */
  #damaged(): Fault {
    return new Fault('CLAIM_DAMAGED', 'The file of claims on this agent is damaged.', {
      retry: false,
      fix: `Use another agent, or have a person delete ${this.#path} if no session uses this one.`,
    });
  }
}

function parse(json: Buffer): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(json.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
