/** Finds or makes the file of one session's journal, and words what is wrong with it. Never reached through a link. */
import { basename, join } from 'node:path';
import type { Damage } from './chain.js';
import type { Disk, DiskFile, DiskStat } from './disk.js';
import { Fault, orFault } from './fault.js';

export const journalName = 'journal.jsonl';

export async function openJournalFile(disk: Disk, dir: string, create: boolean): Promise<DiskFile> {
  const file = await orFault('open the journal', async () => {
    const found = await disk.stat(dir);
    if (found?.directory === false) throw notFound(dir, 'There is a link or a file where its directory should be');
    // Its name, and the file's, are made durable by the first append.
    if (found === undefined && create) await disk.makeDir(dir);
    return disk.openAppend(join(dir, journalName), { create });
  });
  if (file === undefined) throw notFound(dir, 'It has no journal in this data directory');
  return file;
}

/** A file that was deleted, archived or replaced under us still takes records, and nobody would ever find them. */
export async function orGone(disk: Disk, dir: string, { id }: DiskFile): Promise<DiskStat | Fault> {
  const found = await disk.stat(join(dir, journalName));
  if (found?.id === id) return found;
  const what = found ? 'Its journal was replaced by another file' : 'It was deleted or archived';
  return lost(dir, `${what} while it was open here; this call is on no record`, found !== undefined);
}

const lost = (dir: string, why: string, isReplaced: boolean): Fault =>
  isReplaced
    ? new Fault('STORE_FAILED', `Session ${basename(dir)}: ${why}.`, {
        retry: false,
        fix: 'Repeat the call: it reads the file that is there now. Never replace a journal while Proctor runs.',
      })
    : notFound(dir, why);

export function notFound(dir: string, why: string): Fault {
  return new Fault('SESSION_NOT_FOUND', `There is no session ${basename(dir)}. ${why}.`, {
    retry: false,
    fix: 'List the sessions, and see that the server and you use the same data directory.',
  });
}

/** Nothing was written by this call. The next one opens the journal anew, and compares. */
export const markedMeanwhile = (dir: string): Fault =>
  new Fault('STORE_FAILED', `Session ${basename(dir)}: another process could not make the disk keep what it wrote.`, {
    retry: false,
    fix: 'Repeat the call: it compares the journal with the disk before it goes on.',
  });

export function readOnly(dir: string, { seq, offset, kind, reason }: Damage, cause?: unknown): Fault {
  const session = basename(dir);
  if (kind === 'newer')
    return new Fault('NEWER_FORMAT', `Session ${session} is read-only here: from record ${seq} on, ${reason}.`, {
      retry: false,
      isLasting: true,
      fix: 'Use the newer Proctor for this session.',
    });
  if (kind === 'unsynced')
    return new Fault('STORE_FAILED', `Session ${session} takes nothing more from this process: ${reason}.`, {
      retry: false,
      isLasting: true,
      cause,
      fix: 'Check the disk, then restart Proctor and repeat the call with its requestId: a new process compares the journal with the disk before it goes on. If it cannot, restart the machine; then only what the disk holds is read.',
    });
  return new Fault(
    'SESSION_DAMAGED',
    `Session ${session} is read-only: its journal is damaged where record ${seq} is due (byte ${offset}): ${reason}.`,
    {
      retry: false,
      isLasting: true,
      fix: `Run \`proctor audit ${session}\` to see the damage; \`proctor repair ${session}\` keeps what is sound.`,
    },
  );
}
