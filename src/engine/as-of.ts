/**
 * A session as it was right after one of its records. Answers are not kept: what was told then is told again from there,
 * whatever has happened since.
 */
import assert from 'node:assert';
import type { JournalRecord } from '../../machines/schema/record.js';
import type { SessionState } from '../session/state.js';
import type { ReadRecord } from '../store/chain.js';
import type { LiveSession } from './live-session.js';
import { replay } from './live-session.js';
import type { Awaits } from './port.js';

/** Few records pass between a submit and the end of its run. */
const readAtOnce = 20;

/** For looking only: the live state, where nothing came after that record. */
export async function stateAsOf({ id, state, journal }: LiveSession, seq: number): Promise<SessionState> {
  if (journal.head.seq === seq) return state;
  const past = replay(id, await journal.readRange(0, seq));
  assert(past, `record ${seq} is in the journal`);
  return past;
}

/** The record that ended what record `seq` asked for; undefined while it is awaited. */
export async function settledBy(
  { journal }: LiveSession,
  { ticketId, seq, awaits }: { ticketId: string; seq: number; awaits: Awaits },
): Promise<ReadRecord | undefined> {
  const isIt = awaits === 'run' ? endsRun(ticketId) : endsCommit(ticketId);
  for (let from = seq - 1; from < journal.head.seq; from += readAtOnce) {
    const found = (await journal.readRange(from, readAtOnce)).find(({ record }) => isIt(record));
    if (found) return found;
  }
  return undefined;
}

/** The submit itself, where it asked for no run. */
const endsRun = (ticketId: string) => (record: JournalRecord) => {
  const last = record.outcome === 'OK' ? record.moves.findLast(({ actor }) => actor === `gate:${ticketId}`) : undefined;
  return last !== undefined && last.to !== 'VERIFYING';
};

const endsCommit = (ticketId: string) => (record: JournalRecord) =>
  record.outcome === 'OK' && record.command.type === 'ticket.committed' && record.command.ticketId === ticketId;
