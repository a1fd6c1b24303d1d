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
  const done = await open
    .use(id, { create: false }, async (session) =>
      (await session.isOtherThanRead()) ? undefined : { answer: await work(session) },
    )
    .catch(unlessDamaged);
  if (done) return done.answer;
  await open.suspect(id);
  return open.use(id, { create: false }, async (session) => {
    await session.catchUp();
    return work(session);
  });
}

/** Damage ahead of a snapshot shows only when a record is read. */
function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof Fault) || error.code !== 'SESSION_DAMAGED') throw error;
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
  const { records, seq } = await readAnew(open, id, async ({ journal }) => {
    const found = await journal.readRange(after, recordsMax);
    if (found.length === 0) onDamage(journal.damage && readOnly(id, journal.damage));
    return { records: found.map(({ record }) => record), seq: journal.head.seq };
  });
  if (seq < after) throw cutShort(id, seq);
  return records;
}

const cutShort = (id: string, seq: number): Fault =>
  new Fault('SESSION_DAMAGED', `Session ${id} has lost records: of those that were read, ${seq} are left.`, {
    retry: false,
    fix: `Follow it from its beginning; \`proctor audit ${id}\` says whether it is damaged.`,
  });
