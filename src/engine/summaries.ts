/**
 * Makes the summary of a session for the index: from memory where the session is open here, from its snapshot where that
 * is up to date, else from its journal. Opens nothing for longer than that, and writes nothing.
 */
import type { SizeAndTime } from '../store/disk.js';
import type { Store } from '../store/store.js';
import { replay } from './live-session.js';
import { infoOf } from './session-info.js';
import type { OpenSessions } from './open-sessions.js';
import type { SessionInfo } from './port.js';
import { readAnew } from './read-anew.js';

/** A longer journal is not replayed where a snapshot saves most of it. */
const replayBytesMax = 256 * 1024;

export class Summaries {
  constructor(
    private readonly store: Store,
    private readonly open: OpenSessions,
  ) {}

  /** A session that cannot be read is left out of lists; asked for by its id, it says why. */
  readonly summarise = async (id: string, journal: SizeAndTime): Promise<SessionInfo | undefined> => {
    try {
      return await this.#summary(id, journal);
    } catch {
      return undefined;
    }
  };

  async #summary(id: string, { size, mtimeMs }: SizeAndTime): Promise<SessionInfo | undefined> {
    if (this.open.has(id)) return this.#fromOpened(id);
    const { snapshots } = this.store;
    const snapshot = await snapshots.load(id);
    if (!snapshot) return this.#fromJournal(id);
    const { journal, records } = await this.store.journal(id, snapshot);
    await journal.close();
    if (records.length > 0 || journal.damage) return this.#fromOpened(id);
    // A journal that changed after its snapshot and has no other record was changed in place: all of it is read.
    if (!(await snapshots.isSince(id, mtimeMs))) return this.#fromJournal(id);
    if (snapshot.summary) return snapshot.summary as SessionInfo;
    return size > replayBytesMax ? this.#fromOpened(id) : this.#fromJournal(id);
  }

  async #fromJournal(id: string): Promise<SessionInfo | undefined> {
    const { journal, records } = await this.store.journal(id);
    await journal.close();
    const state = replay(id, records);
    return state && infoOf(state, journal.damage?.reason);
  }

  async #fromOpened(id: string): Promise<SessionInfo> {
    return readAnew(this.open, id, async ({ state, journal }) => infoOf(state, journal.damage?.reason));
  }
}
