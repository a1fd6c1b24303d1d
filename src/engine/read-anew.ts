/**
 * For those who follow or list sessions: what is read is what the file holds now. Somebody may have changed it otherwise
 * than by appending records, as damage does, and a repair; then the session is opened anew.
 */
import type { JournalRecord } from '../../machines/schema/record.js';
import { Fault } from '../store/fault.js';
import { readOnly } from '../store/journal-file.js';
import type { LiveSession } from './live-session.js';
import type { OpenSessions } from './open-sessions.js';
import type { TailDamage } from './port.js';

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
  [after, last]: readonly [after: number, last: JournalRecord | undefined],
  onDamage: (damage: TailDamage | undefined) => void,
): Promise<JournalRecord[]> {
  const { records, isOther } = await readAnew(open, id, async ({ journal }) => {
    const { head, damage } = journal;
    // With the one before: a repair, or another file, may have put another in its place.
    const found = (await journal.readRange(Math.max(after - 1, 0), recordsMax)).map(({ record }) => record);
    const isOther = head.seq < after || (last !== undefined && found[0]?.nonce !== last.nonce);
    const records = found.filter(({ seq }) => seq > after);
    if (records.length === 0 && !isOther) onDamage(damage && { seq: damage.seq, fault: readOnly(id, damage) });
    return { records, isOther };
  });
  if (isOther) throw otherRecords(id);
  return records;
}

const otherRecords = (id: string): Fault =>
  new Fault('SESSION_DAMAGED', `Session ${id} no longer has the records that were read of it.`, {
    retry: false,
    fix: `Follow it from its beginning; \`proctor audit ${id}\` says whether it is damaged.`,
  });
