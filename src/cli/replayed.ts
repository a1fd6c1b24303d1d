/** A journal replayed on fresh actors, from the records alone: no snapshot, and no engine that would stop at a flaw. */
import { hash } from 'node:crypto';
import { ZodError } from 'zod';
import { JournalRecord } from '../../machines/schema/record.js';
import { canonical } from '../engine/ids.js';
import { begin, fold } from '../session/fold.js';
import { storeSession, StoredSession, type SessionState } from '../session/state.js';
import type { Damage, ReadRecord } from '../store/chain.js';
import { snapshotName } from '../store/snapshots.js';
import type { Store } from '../store/store.js';
import { plain } from '../views/escape.js';

export interface Sound {
  /** Up to the damage, if there is any. */
  readonly records: readonly ReadRecord[];
  readonly damage: Damage | undefined;
}

export async function soundRecords(store: Store, id: string): Promise<Sound> {
  const { journal, records } = await store.journal(id);
  await journal.close();
  return { records, damage: journal.damage };
}

export interface Replayed {
  /** Where all records fold. */
  readonly state: SessionState | undefined;
  readonly records: number;
  readonly moves: number;
  /** The record that does not do what it says. */
  readonly stopped?: { readonly seq: number; readonly reason: string };
  /** What the state was at the record asked for. */
  readonly hashAt?: string;
}

/** `hashAtSeq` asks for the state's hash at one record on the way. */
export function replayOn(id: string, records: readonly ReadRecord[], hashAtSeq?: number): Replayed {
  let state: SessionState | undefined;
  let moves = 0;
  let hashAt: string | undefined;
  for (const { record, seq } of records) {
    try {
      // The chain is held by numbers and hashes; that a record is one at all is checked here.
      JournalRecord.parse(record);
      if (state) fold(state, record);
      else state = begin(id, record);
    } catch (error) {
      return { state: undefined, records: seq - 1, moves, stopped: { seq, reason: reasonOf(error) } };
    }
    if (record.outcome === 'OK') moves += record.moves.length;
    if (seq === hashAtSeq) hashAt = stateHash(state);
  }
  return { state, records: records.length, moves, ...(hashAt === undefined ? {} : { hashAt }) };
}

/** The same journal gives the same hash on any machine. */
export const stateHash = (state: SessionState): string => hashOfStored(storeSession(state));

const hashOfStored = (stored: StoredSession): string => hash('sha256', canonical(stored));

function reasonOf(error: unknown): string {
  const [issue] = error instanceof ZodError ? error.issues : [];
  if (issue) return plain(`its field ${issue.path.join('.')}: ${issue.message}`);
  return plain((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '');
}

export interface KeptSnapshot {
  readonly seq: number;
  readonly hash: string;
  readonly file: string;
}

/** The state kept beside the journal, if a server would use it: servers believe it. */
export async function keptSnapshot(store: Store, id: string): Promise<KeptSnapshot | undefined> {
  const snapshot = await store.snapshots.load(id);
  const stored = StoredSession.safeParse(snapshot?.state).data;
  return stored && { seq: stored.seq, hash: hashOfStored(stored), file: `${store.dirOf(id)}/${snapshotName}` };
}
