/** A journal that was read to its end, as an engine that is only looked at: asking for a record reads no file again. */
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionEngine } from '../engine/port.js';

export type LookedAt = Pick<SessionEngine, 'tail' | 'query' | 'records' | 'list'>;

export const recorded = (records: readonly JournalRecord[], head: string): LookedAt => ({
  records: async (_, after, limit) => Promise.resolve(records.slice(after, after + limit)),
  async *tail(_, after, signal) {
    yield* records.slice(after);
    // Like one that is followed: it ends when nobody looks any more.
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
  },
  // Where the journal ends is all that is asked of it.
  query: async () => Promise.resolve({ head } as never),
  list: async () => Promise.resolve({ items: [] }),
});
