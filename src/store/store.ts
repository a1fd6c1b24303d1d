/**
 * One user's data directory: `sessions/<id>/`, `archive/<id>/`, `claims/` and an index. Ties the parts to their places
 * and moves whole sessions; what is in them is theirs. The list of sessions is the directory itself.
 */
import { strict as assert } from 'node:assert';
import { join, sep } from 'node:path';
import type { SessionId } from '../../machines/schema/id.js';
import { isSessionId } from '../../machines/schema/session-id.js';
import type { Principal } from '../../machines/schema/record.js';
import { AgentClaims } from './agent-claims.js';
import { audit, type Audit } from './audit.js';
import type { Damage, ReadRecord } from './chain.js';
import type { Disk, DiskStat } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { DirectoryNames } from './directory-names.js';
import { Fault, orFault } from './fault.js';
import type { Processes } from './holder.js';
import { journalName, notFound } from './journal-file.js';
import type { JournalSyncs } from './journal-options.js';
import { Journal } from './journal.js';
import { repair, type Repair } from './repair.js';
import { RunOutput } from './run-output.js';
import { SessionIndex } from './session-index.js';
import { Snapshots } from './snapshots.js';
import { SyncFailures } from './sync-failures.js';
import type { TrustedPosition } from './trusted-position.js';

export interface StoreOptions {
  readonly disk: Disk;
  /** Absolute. */
  readonly root: string;
  readonly processes: Processes;
  readonly now: () => number;
  /** 8 to 40 letters and digits, never the same twice, in any process. */
  readonly nonce: () => string;
  /** Told of trouble that costs time, never data. */
  readonly onWarning: (message: string) => void;
  /** Names what the index's summaries hold, and changes when that does. */
  readonly summaryShape: string;
}

export class Store {
  readonly root: string;
  readonly snapshots: Snapshots;
  readonly index: SessionIndex;
  readonly claims: AgentClaims;
  readonly output: RunOutput;
  readonly #options: StoreOptions;
  readonly #syncFailures: SyncFailures;
  readonly #names: DirectoryNames;

  constructor(options: StoreOptions) {
    const { disk, root, processes, nonce, onWarning, now, summaryShape: shape } = options;
    this.#options = options;
    this.root = root;
    this.snapshots = new Snapshots(disk, (id) => this.dirOf(id), { nonce, onWarning, shape });
    this.#names = new DirectoryNames(disk, join(root, 'sessions'), now);
    const sessions = async () => this.sessions();
    // Not joined anew for each: these are names of directories that are there.
    const journalOf = (id: string) => `${root}${sep}sessions${sep}${id}${sep}${journalName}`;
    this.index = new SessionIndex(disk, root, { nonce, onWarning, shape, now, sessions, journalOf });
    this.claims = new AgentClaims(disk, root, processes);
    this.output = new RunOutput(disk, (id) => this.dirOf(id), nonce);
    this.#syncFailures = new SyncFailures(options);
  }

  /** In order. The same array as before while no session came or went. */
  async sessions(): Promise<readonly SessionId[]> {
    return orFault('list the sessions', () => this.#names.sessions());
  }

  async archived(): Promise<SessionId[]> {
    const names = await orFault('list the archive', () => this.#options.disk.list(join(this.root, 'archive')));
    return names.filter(isSessionId).sort();
  }

  async exists(id: SessionId): Promise<boolean> {
    const found = await orFault('look for the session', () => this.#options.disk.stat(this.#journalOf(id)));
    return found?.directory === false;
  }

  /** The file of its journal as it is now, whoever has which file open. */
  async journalStat(id: SessionId): Promise<DiskStat> {
    const found = await orFault('look at the journal', () => this.#options.disk.stat(this.#journalOf(id)));
    if (!found) throw notFound(this.dirOf(id), 'It was taken away');
    return found;
  }

  /** Opens a session that is there, from where a snapshot left off if one is given. */
  async journal(id: SessionId, from?: TrustedPosition): Promise<{ journal: Journal; records: ReadRecord[] }> {
    return this.#open(id, false, from);
  }

  /** Opens a session that may not be there yet. Who makes its first record is settled by appending it. */
  async create(id: SessionId): Promise<{ journal: Journal; records: ReadRecord[] }> {
    return this.#open(id, true);
  }

  /** All records of a session, also of one that was archived; undefined if it is in neither place. */
  async recordsAnywhere(id: SessionId): Promise<ReadRecord[] | undefined> {
    const { disk, now, nonce } = this.#options;
    // In this order: one that is archived meanwhile is found in the second place.
    for (const dir of [this.dirOf(id), join(this.root, 'archive', id)]) {
      try {
        // With what a failed sync left in doubt: an agent that may be used is not free.
        const { journal, records } = await Journal.open(disk, dir, {
          create: false,
          now,
          nonce,
          syncs: this.#syncs(id, dir),
        });
        await journal.close();
        return records;
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'SESSION_NOT_FOUND') throw error;
      }
    }
    return undefined;
  }

  async audit(id: SessionId, head?: string): Promise<Audit> {
    const unsynced = await this.#unsynced(id);
    return audit(this.#options.disk, this.dirOf(id), { head, snapshot: await this.snapshots.load(id), unsynced });
  }

  /** Because a person asked for it, who is named in the record of it. */
  async repair(id: SessionId, by: Principal): Promise<Repair> {
    const snapshot = await this.snapshots.load(id);
    const { journal } = await this.journal(id, snapshot);
    await journal.close();
    // What the disk may not hold is nothing to repair from.
    if (journal.damage?.kind === 'unsynced') journal.assertWritable();
    const { disk, nonce, now } = this.#options;
    const lostUpTo = journal.behindSnapshot ? snapshot?.seq : undefined;
    return repair(disk, this.dirOf(id), { nonce, now, by, lostUpTo });
  }

  async archive(id: SessionId): Promise<void> {
    if (!(await this.exists(id))) throw notFound(this.dirOf(id), 'It has no journal in this data directory');
    const to = join(this.root, 'archive', id);
    if (await orFault('look at the archive', () => this.#options.disk.stat(to)))
      throw new Fault('SESSION_EXISTS', `The archive already has a session ${id}.`, {
        retry: false,
        fix: `Move ${to} away first.`,
      });
    await this.#move(id, 'archive', id);
  }

  /** Back from the archive into the list. */
  async restore(id: SessionId): Promise<void> {
    const { disk } = this.#options;
    const [archive, sessions] = [join(this.root, 'archive'), join(this.root, 'sessions')];
    if ((await orFault('look at the archive', () => disk.stat(join(archive, id)))) === undefined)
      throw notFound(join(archive, id), 'It is not in the archive');
    if (await orFault('look for the session', () => disk.stat(this.dirOf(id))))
      throw new Fault('SESSION_EXISTS', `There is a session ${id} that is not archived.`, {
        retry: false,
        fix: `Move ${this.dirOf(id)} away first.`,
      });
    await orFault('move the session', async () => {
      await makeDurableDir(disk, sessions);
      await disk.rename(join(archive, id), this.dirOf(id));
      // The new name first, as for the way there.
      await disk.syncDir(sessions);
      await disk.syncDir(archive);
    });
  }

  /** Out of the list at once, whatever interrupts the deletion of its files. */
  async remove(id: SessionId): Promise<void> {
    const { disk, nonce } = this.#options;
    if ((await orFault('look for the session', () => disk.stat(this.dirOf(id)))) === undefined)
      throw notFound(this.dirOf(id), 'It has no directory');
    await this.#move(id, 'removed', `${id}-${nonce()}`);
    await orFault('remove the session', async () => {
      const removed = join(this.root, 'removed');
      for (const name of await disk.list(removed)) await disk.removeTree(join(removed, name));
    });
  }

  dirOf(id: SessionId): string {
    assert(isSessionId(id), 'a session id is matched before it touches a path');
    return join(this.root, 'sessions', id);
  }

  #journalOf(id: SessionId): string {
    return join(this.dirOf(id), journalName);
  }

  async #open(id: SessionId, create: boolean, from?: TrustedPosition) {
    const { disk, now, nonce } = this.#options;
    const dir = this.dirOf(id);
    const unsynced = await this.#unsynced(id);
    return Journal.open(disk, dir, { create, now, nonce, from, unsynced, syncs: this.#syncs(id, dir) });
  }

  #syncs(id: SessionId, dir: string): JournalSyncs {
    const failures = this.#syncFailures;
    return {
      failure: () => failures.of(id),
      isMarked: async () => failures.isMarked(dir),
      failed: async (durable, cause) => failures.note(id, dir, durable, cause),
    };
  }

  /** Why nothing may build on the journal, if a sync of it failed here or in another process. */
  async #unsynced(id: SessionId): Promise<Damage | undefined> {
    const failures = this.#syncFailures;
    return failures.of(id) ?? orFault('look for the mark of a failed sync', () => failures.met(this.dirOf(id)));
  }

  async #move(id: SessionId, folder: string, name: string): Promise<void> {
    const { disk } = this.#options;
    const to = join(this.root, folder);
    await orFault('move the session', async () => {
      await makeDurableDir(disk, to);
      await disk.rename(this.dirOf(id), join(to, name));
      // The new name first: of a move that is half forgotten, two names are better than none.
      await disk.syncDir(to);
      await disk.syncDir(join(this.root, 'sessions'));
    });
  }
}
