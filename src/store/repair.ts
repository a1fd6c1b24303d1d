/**
 * Gives a damaged session a sound journal again, because a person asked for it: the records before the damage, byte for
 * byte. Nothing is thrown away; the damaged file stays beside the new one, and at no moment is there no journal.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { JournalRecord, Principal } from '../../machines/schema/record.js';
import { beginning, judge, readRecord, type Damage, type Position, type Verdict } from './chain.js';
import type { Disk, DiskFile } from './disk.js';
import { diskFull, orFault, storeFailed } from './fault.js';
import { encode } from './frame.js';
import { journalName, openJournalFile, readOnly } from './journal-file.js';
import { segmentsOf } from './segments.js';
import { snapshotName } from './snapshots.js';

export interface RepairOptions {
  readonly nonce: () => string;
  readonly now: () => number;
  /** Who decided it. */
  readonly by: Principal;
  /** The last record a snapshot knows that the journal has lost: the snapshot goes, so that the session opens without it. */
  readonly lostUpTo?: number | undefined;
}

export type Repair =
  | { readonly repaired: false }
  | {
      readonly repaired: true;
      /** Undefined if the journal itself was sound and only the snapshot knew more. */
      readonly damage?: Damage;
      readonly kept: { readonly records: number; readonly head: Position };
      /** Whole records after the damage, by number, and all bytes that are in the old file only. */
      readonly dropped: { readonly records: readonly number[]; readonly bytes: number };
      /** Names of the old files, in the session's directory. */
      readonly originals: readonly string[];
    };

export async function repair(disk: Disk, dir: string, options: RepairOptions): Promise<Repair> {
  const { nonce, lostUpTo } = options;
  const file = await openJournalFile(disk, dir, false);
  try {
    return await orFault('repair the journal', async () => {
      const { damage } = judgeAll(await wholeOf(file));
      if (damage?.kind === 'newer') throw readOnly(dir, damage);
      if (damage) return rewrite(disk, dir, await fenceOff(file, nonce()), options);
      return lostUpTo === undefined ? { repaired: false } : goOn(disk, dir, await fenceOff(file, nonce()), options);
    });
  } finally {
    await file.close();
  }
}

/**
 * Ends the old file with a line that is damage to every process still writing to it: none of them can be told of success
 * for a record that the copy does not hold. Answers what stands before that line, which no longer changes.
 */
async function fenceOff(file: DiskFile, nonce: string): Promise<Buffer> {
  const fence = Buffer.from(`\nrepaired ${nonce}`);
  if ((await file.append(fence)) < fence.length) throw diskFull('repair the journal');
  await file.datasync();
  const bytes = await wholeOf(file);
  const end = bytes.lastIndexOf(fence);
  if (end === -1) throw storeFailed('find the end of the journal');
  return bytes.subarray(0, end);
}

/** The sound part, and a record of the repair, in the place of a damaged journal. */
async function rewrite(disk: Disk, dir: string, old: Buffer, options: RepairOptions): Promise<Repair> {
  const verdict = judgeAll(old);
  const { records, damage } = verdict;
  const sound = Buffer.concat(records.map(({ offset, end }) => old.subarray(offset, end)));
  const original = await freeName(disk, dir, 'journal.damaged', 'jsonl');
  const dropped = { records: lostRecords(old, verdict), bytes: old.length - sound.length };
  const lostUpTo = Math.max(options.lostUpTo ?? 0, ...dropped.records);
  const note = noteOf({ kind: 'damaged', verdict, old, lostUpTo, bytes: dropped.bytes, original }, options);
  await disk.writeNew(join(dir, original), old);
  const temporary = await written(disk, dir, Buffer.concat([sound, note]), options.nonce());
  // The snapshot first: it would call the new journal cut.
  await disk.remove(join(dir, snapshotName));
  await disk.syncDir(dir);
  await disk.rename(temporary, join(dir, journalName));
  await disk.syncDir(dir);
  return { repaired: true, ...(damage && { damage }), kept: keptOf(verdict), dropped, originals: [original] };
}

/**
 * A whole journal that is shorter than its snapshot goes on, with a record that says so. The journal first: without its
 * snapshot, and without the record, nothing would show that it was cut.
 */
async function goOn(disk: Disk, dir: string, old: Buffer, options: RepairOptions): Promise<Repair> {
  const verdict = judgeAll(old);
  const original = await freeName(disk, dir, 'snapshot.damaged', 'json');
  const snapshot = await disk.readFile(join(dir, snapshotName));
  const { lostUpTo = 0 } = options;
  const note = noteOf({ kind: 'cut', verdict, old, lostUpTo, bytes: 0, original }, options);
  if (snapshot) await disk.writeNew(join(dir, original), snapshot);
  const temporary = await written(disk, dir, Buffer.concat([old, note]), options.nonce());
  await disk.rename(temporary, join(dir, journalName));
  await disk.syncDir(dir);
  await disk.remove(join(dir, snapshotName));
  await disk.syncDir(dir);
  return { repaired: true, kept: keptOf(verdict), dropped: { records: [], bytes: 0 }, originals: [original] };
}

async function written(disk: Disk, dir: string, bytes: Buffer, nonce: string): Promise<string> {
  const temporary = join(dir, `journal.repaired-${nonce}.tmp`);
  await disk.writeNew(temporary, bytes);
  return temporary;
}

interface Cut {
  readonly kind: 'damaged' | 'cut';
  readonly verdict: Verdict;
  readonly old: Buffer;
  /** The last record that is known to have been there. */
  readonly lostUpTo: number;
  readonly bytes: number;
  readonly original: string;
}

/** The first record after the cut says what was cut, and who did. A journal of which nothing is left begins anew. */
function noteOf({ kind, verdict, old, lostUpTo, bytes, original }: Cut, { by, now, nonce }: RepairOptions): Buffer {
  const { head, damage } = verdict;
  if (head.seq === 0) return Buffer.alloc(0);
  const reason = damage?.reason ?? 'the snapshot knows records that are no longer there';
  const record: JournalRecord = {
    ...{ v: 1, seq: head.seq + 1, time: Math.max(now(), head.time), nonce: nonce(), by, outcome: 'OK' },
    command: {
      type: 'session.repair',
      kind,
      from: { seq: head.seq + 1, offset: damage?.offset ?? old.length },
      reason: reason.slice(0, 400),
      dropped: { records: Math.max(0, lostUpTo - head.seq), bytes },
      original: { hash: hash('sha256', old), files: [original] },
    },
    ...{ facts: {}, moves: [], prev: head.hash },
  };
  return encode(JSON.stringify(record));
}

const keptOf = ({ records, head }: Verdict) => ({ records: records.length, head });

const judgeAll = (bytes: Buffer): Verdict => judge(segmentsOf(bytes, 0), beginning);

const wholeOf = async (file: DiskFile): Promise<Buffer> => file.read(0, await file.size());

function lostRecords(old: Buffer, { head }: Verdict): number[] {
  return segmentsOf(old.subarray(head.offset), head.offset).flatMap((segment) => {
    const read = segment.kind === 'record' ? readRecord(segment) : undefined;
    return typeof read === 'object' && read.seq > head.seq ? [read.seq] : [];
  });
}

async function freeName(disk: Disk, dir: string, stem: string, extension: string): Promise<string> {
  const taken = new Set(await disk.list(dir));
  let number = 1;
  while (taken.has(`${stem}-${number}.${extension}`)) number += 1;
  return `${stem}-${number}.${extension}`;
}
