/**
 * Makes the summary of a session for the index: from memory where the session is open here, from its snapshot where that
 * is up to date, else from its journal. Opens nothing for longer than that, and writes nothing.
 */
import type { SessionState } from '../session/state.js';
import type { SizeAndTime } from '../store/disk.js';
import type { Store } from '../store/store.js';
import { replay } from './live-session.js';
import { infoOf } from './session-info.js';
import type { OpenSessions } from './open-sessions.js';
import type { SessionInfo } from './port.js';
import { readAnew } from './read-anew.js';

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

  async #summary(id: string, { mtimeMs }: SizeAndTime): Promise<SessionInfo | undefined> {
    if (this.open.has(id)) return this.#fromOpened(id);
    const { snapshots } = this.store;
    const snapshot = await snapshots.load(id);
    const { journal, records } = await this.store.journal(id, snapshot);
    await journal.close();
    if (!snapshot) return summaryOf(replay(id, records), journal.damage?.reason);
    const isUpToDate = records.length === 0 && !journal.damage && (await snapshots.isSince(id, mtimeMs));
    return isUpToDate && snapshot.summary ? (snapshot.summary as SessionInfo) : this.#fromOpened(id);
  }

  async #fromOpened(id: string): Promise<SessionInfo> {
    return readAnew(this.open, id, async ({ state, journal }) => infoOf(state, journal.damage?.reason));
  }
}

const summaryOf = (state: SessionState | undefined, damage: string | undefined): SessionInfo | undefined =>
  state && infoOf(state, damage);
