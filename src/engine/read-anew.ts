/**
 * For those who follow or list sessions: what is read is what the file holds now. Somebody may have changed it otherwise
 * than by appending records, as damage does, and a repair; then the session is opened anew.
 */
import type { JournalRecord } from '../../machines/schema/record.js';
import { Fault } from '../store/fault.js';
import { readOnly } from '../store/journal-file.js';
import type { LiveSession } from './live-session.js';
import type { OpenSessions } from './open-sessions.js';

export async function readAnew<T>(
  open: OpenSessions,
  id: string,
  work: (session: LiveSession) => Promise<T>,
): Promise<T> {
  const done = await open.use(id, { create: false }, async (session) =>
    (await session.isOtherThanRead()) ? undefined : { answer: await work(session) },
  );
  if (done) return done.answer;
  open.forgetRead(id);
  return open.use(id, { create: false }, async (session) => {
    await session.catchUp();
    return work(session);
  });
}

/** At most so many at a time. */
const recordsMax = 100;

/** The records after one; where there are none, `onDamage` hears why there will be none, or that nothing is wrong. */
export async function recordsAfter(
  open: OpenSessions,
  id: string,
  after: number,
  onDamage: (damage: Fault | undefined) => void,
): Promise<JournalRecord[]> {
  return readAnew(open, id, async ({ journal }) => {
    if (journal.head.seq < after) throw cutShort(id, journal.head.seq);
    const found = await journal.readRange(after, recordsMax);
    if (found.length === 0) onDamage(journal.damage && readOnly(id, journal.damage));
    return found.map(({ record }) => record);
  });
}

const cutShort = (id: string, seq: number): Fault =>
  new Fault('SESSION_DAMAGED', `Session ${id} has lost records: of those that were read, ${seq} are left.`, {
    retry: false,
    fix: `Follow it from its beginning; \`proctor audit ${id}\` says whether it is damaged.`,
  });
