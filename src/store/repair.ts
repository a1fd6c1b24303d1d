/**
 * Gives a damaged session a sound journal again, because a person asked for it: the records before the damage, byte for
 * byte. Nothing is thrown away; the damaged file stays beside the new one, and at no moment is there no journal.
 */
import { join } from 'node:path';
import { beginning, judge, readRecord, type Damage, type Position, type Verdict } from './chain.js';
import type { Disk, DiskFile } from './disk.js';
import { diskFull, orFault, storeFailed } from './fault.js';
import { journalName, openJournalFile, readOnly } from './journal-file.js';
import { segmentsOf } from './segments.js';
import { snapshotName } from './snapshots.js';

export interface RepairOptions {
  readonly nonce: () => string;
  /** The snapshot knows records the journal has lost; it goes, too, so that the session opens without them. */
  readonly behindSnapshot: boolean;
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

export async function repair(disk: Disk, dir: string, { nonce, behindSnapshot }: RepairOptions): Promise<Repair> {
  const file = await openJournalFile(disk, dir, false);
  try {
    return await orFault('repair the journal', async () => {
      const { damage } = judgeAll(await wholeOf(file));
      if (damage?.kind === 'newer') throw readOnly(dir, damage);
      if (damage) return rewrite(disk, dir, await fenceOff(file, nonce()), nonce());
      return behindSnapshot ? dropSnapshot(disk, dir, await wholeOf(file)) : { repaired: false };
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

async function rewrite(disk: Disk, dir: string, old: Buffer, nonce: string): Promise<Repair> {
  const verdict = judgeAll(old);
  const { records, head, damage } = verdict;
  const sound = Buffer.concat(records.map(({ offset, end }) => old.subarray(offset, end)));
  const original = await freeName(disk, dir, 'journal.damaged', 'jsonl');
  const temporary = join(dir, `journal.repaired-${nonce}.tmp`);
  await disk.writeNew(join(dir, original), old);
  await disk.writeNew(temporary, sound);
  // The snapshot first: it would call the new journal cut.
  await disk.remove(join(dir, snapshotName));
  await disk.syncDir(dir);
  await disk.rename(temporary, join(dir, journalName));
  await disk.syncDir(dir);
  return {
    repaired: true,
    ...(damage && { damage }),
    kept: { records: records.length, head },
    dropped: { records: lostRecords(old, verdict), bytes: old.length - sound.length },
    originals: [original],
  };
}

async function dropSnapshot(disk: Disk, dir: string, journal: Buffer): Promise<Repair> {
  const original = await freeName(disk, dir, 'snapshot.damaged', 'json');
  await disk.rename(join(dir, snapshotName), join(dir, original));
  await disk.syncDir(dir);
  const { records, head } = judgeAll(journal);
  return {
    repaired: true,
    kept: { records: records.length, head },
    dropped: { records: [], bytes: 0 },
    originals: [original],
  };
}

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
