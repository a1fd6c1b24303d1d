/**
 * Keeps an agent from working in two places, across all sessions and processes. The first claim that stands has it: one
 * stands while its process may still journal it, and for good once the journal shows it. A claim alone proves nothing,
 * so a refused or interrupted call leaves none behind.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { ClaimFile, type Claim } from './claim-file.js';
import type { Disk } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { orFault, storeFailed } from './fault.js';
import type { Processes } from './holder.js';

export interface Place {
  readonly session: string;
  readonly node: string;
}

export type ClaimResult = { readonly ok: true } | { readonly ok: false; readonly by: Place };

/** Whether the journal of that session, as it is now, has the agent on that node. */
export type Shows = (session: string, node: string, agent: string) => Promise<boolean>;

export class AgentClaims {
  readonly #disk: Disk;
  readonly #dir: string;
  readonly #processes: Processes;
  #dirMade: Promise<void> | undefined;

  constructor(disk: Disk, root: string, processes: Processes) {
    this.#disk = disk;
    this.#dir = join(root, 'claims', 'agents');
    this.#processes = processes;
  }

  /** `nonce` is this attempt's own, and what releases it. A claim that is not granted leaves nothing to release. */
  async claim(agent: string, { session, node, nonce }: Place & { nonce: string }, shows: Shows): Promise<ClaimResult> {
    const holder = await this.#processes.self();
    return this.#withFile(agent, async (file) => {
      await file.claim({ session, node, nonce, holder });
      const claims = await file.standing();
      const own = claims.findLastIndex((claim) => claim.nonce === nonce);
      if (own === -1) throw storeFailed('find the claim that was just made');
      const by = await this.#taken(claims.slice(0, own), { session, node }, (at) => shows(at.session, at.node, agent));
      if (by === undefined) return { ok: true };
      await file.release(nonce);
      return { ok: false, by };
    });
  }

  /** For a claim whose command was refused. */
  async release(agent: string, nonce: string): Promise<void> {
    await this.#withFile(agent, (file) => file.release(nonce));
  }

  /** The place that has the agent by one of the claims before ours, if it is not our own. */
  async #taken(
    claims: readonly Claim[],
    ours: Place,
    isShown: (place: Place) => Promise<boolean>,
  ): Promise<Place | undefined> {
    for (const { session, node, holder } of claims) {
      const place = { session, node };
      if (isSamePlace(place, ours)) {
        if (await isShown(place)) return undefined;
        // Not enough to build on while it may still be released: a claim between it and ours would move up.
        continue;
      }
      // In this order: a process seen to have ended can no longer add to the journal that is read after that.
      if ((await this.#processes.isAlive(holder)) || (await isShown(place))) return place;
    }
    return undefined;
  }

  async #withFile<T>(agent: string, use: (file: ClaimFile) => Promise<T>): Promise<T> {
    this.#dirMade ??= orFault('make the directory of claims', () => makeDurableDir(this.#disk, this.#dir));
    await this.#dirMade.catch((error: unknown) => {
      this.#dirMade = undefined;
      throw error;
    });
    // By hash, because an agent's id is text from outside.
    const path = join(this.#dir, `${hash('sha256', agent)}.jsonl`);
    const file = await ClaimFile.open(this.#disk, path, () => this.#disk.syncDir(this.#dir));
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }
}

const isSamePlace = (one: Place, other: Place) => one.session === other.session && one.node === other.node;
