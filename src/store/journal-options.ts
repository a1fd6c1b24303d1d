/** What a journal is opened with, what is appended to it, and what comes of that. */
import type { JournalRecord } from '../../machines/schema/record.js';
import type { Damage, Position, ReadRecord } from './chain.js';
import type { TrustedPosition } from './trusted-position.js';

export interface JournalOptions {
  /** Without it a session that is not there is SESSION_NOT_FOUND. */
  readonly create: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 8 to 40 characters, never the same twice, in any process. */
  readonly nonce: () => string;
  /** Where a snapshot left off; what lies before it is not read. */
  readonly from?: TrustedPosition | undefined;
  /** A failed sync, here or elsewhere: what is known to be safe can be read, nothing can be written. */
  readonly unsynced?: Damage | undefined;
  /** What other users of the same journal know of its syncs. */
  readonly syncs?: JournalSyncs | undefined;
}

export interface JournalSyncs {
  /** A sync that failed in this process. */
  failure(): Damage | undefined;
  /** Another process has left a mark that one of its syncs failed. */
  isMarked(): Promise<boolean>;
  /** A sync failed; all up to `durable` is safe. */
  failed(durable: Position, cause: unknown): Promise<Damage>;
}

type ChainField = 'v' | 'seq' | 'time' | 'nonce' | 'prev';
/** A record without what the journal itself adds. */
export type RecordBody = JournalRecord extends infer R
  ? R extends JournalRecord
    ? Omit<R, ChainField>
    : never
  : never;

export type AppendResult =
  | { readonly won: true; readonly record: JournalRecord; readonly hash: string }
  /** Somebody else's record came first: apply these, plan again, append again. */
  | { readonly won: false; readonly newRecords: readonly ReadRecord[] };
