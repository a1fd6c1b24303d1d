/**
 * Walks a whole journal and says whether it holds: every line, every link of the chain, every field of every record, and
 * whether a head that somebody wrote down is still in it. Reads only.
 */
import { basename, join } from 'node:path';
import { JournalRecord } from '../../machines/schema/record.js';
import { beginning, judge, sessionBegunBy, type Damage, type Position, type ReadRecord } from './chain.js';
import type { Disk } from './disk.js';
import { Fault, orFault } from './fault.js';
import { journalName, notFound } from './journal-file.js';
import { segmentsOf } from './segments.js';

export interface AuditOptions {
  /** A head as replies carry it: `<seq>:<hash>`, or the hash alone; of the hash the first 16 digits will do. */
  readonly head?: string | undefined;
  /** Where the session's snapshot was taken: a journal cut since then does not reach it. */
  readonly snapshot?: Position | undefined;
  /** A sync failed: what follows is in the file for now, and perhaps not on the disk. */
  readonly unsynced?: Damage | undefined;
}

export interface AuditDamage {
  readonly seq: number;
  readonly offset: number;
  readonly reason: string;
}

export interface Audit {
  readonly ok: boolean;
  /** Records that count, and how many of them are refusals. */
  readonly records: number;
  readonly refusals: number;
  readonly head: Position;
  readonly damage: readonly AuditDamage[];
  /** A last line cut short; harmless. */
  readonly torn?: { readonly offset: number; readonly bytes: number };
  /** Lines passed over; harmless: records that lost a race, and lines spoilt before they were acknowledged. */
  readonly losers: number;
  readonly badLines: number;
  /** The number of the record the given head names, false if no record is it. */
  readonly headFound?: number | false;
  /** Whether its first record names the session; older journals do not, and a copy of one cannot be told. */
  readonly namesSession?: boolean;
}

export async function audit(disk: Disk, dir: string, { head, snapshot, unsynced }: AuditOptions = {}): Promise<Audit> {
  const named = head === undefined ? undefined : parseHead(head);
  const bytes = await orFault('read the journal', () => disk.readFile(join(dir, journalName)));
  if (bytes === undefined) throw notFound(dir, 'It has no journal in this data directory');
  const session = basename(dir);
  const verdict = judge(segmentsOf(bytes, 0), beginning, session);
  const { records, losers, badLines, torn } = verdict;
  const damage = [
    ...records.flatMap(misshapen),
    ...(verdict.damage ? [verdict.damage] : []),
    ...(snapshot && records[snapshot.seq - 1]?.hash !== snapshot.hash ? [missing(snapshot, bytes.length)] : []),
    ...(unsynced ? [unsynced] : []),
  ].map(({ seq, offset, reason }) => ({ seq, offset, reason }));
  const headFound = named && find(named, records);
  return {
    ok: damage.length === 0 && headFound !== false,
    records: records.length,
    refusals: records.filter(({ record }) => record.outcome === 'REJECTED').length,
    head: verdict.head,
    damage,
    losers,
    badLines,
    ...(torn && { torn }),
    ...(headFound !== undefined && { headFound }),
    ...(records[0] && { namesSession: sessionBegunBy(records[0].record) === session }),
  };
}

interface NamedHead {
  readonly seq?: number;
  readonly hash: string;
}

function parseHead(head: string): NamedHead {
  const [, seq, hash] = /^(?:([0-9]{1,15}):)?([0-9a-f]{16,64})$/.exec(head) ?? [];
  if (hash === undefined)
    throw new Fault('BAD_HEAD', `${JSON.stringify(head)} is not a head.`, {
      retry: false,
      fix: 'Give it as replies show it, <seq>:<hash>, or at least the first 16 digits of the hash.',
    });
  return { hash, ...(seq !== undefined && { seq: Number(seq) }) };
}

function find(named: NamedHead, records: readonly ReadRecord[]): number | false {
  const candidates = named.seq === undefined ? records : records.slice(Math.max(0, named.seq - 1), named.seq);
  return candidates.find(({ hash }) => hash.startsWith(named.hash))?.seq ?? false;
}

function misshapen({ seq, offset, json }: ReadRecord): AuditDamage[] {
  const { error } = JournalRecord.safeParse(JSON.parse(json));
  const [issue] = error?.issues ?? [];
  return issue ? [{ seq, offset, reason: `its field ${issue.path.join('.') || '(all)'}: ${issue.message}` }] : [];
}

function missing({ seq }: Position, offset: number): AuditDamage {
  return { seq, offset, reason: `record ${seq}, of which there is a snapshot, is no longer there` };
}
