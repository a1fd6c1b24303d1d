/**
 * What opens the dashboard of a data directory: a file beside the sessions, for whoever can read those anyway. It stays,
 * so that a page goes on by itself when its server was started again; whoever wants another removes the file.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { codeOf, type Disk } from './disk.js';
import { makeDurableDir } from './durable-dir.js';
import { isReadOnlyStore, orFault } from './fault.js';

const keyBytes = 24;
const pattern = /^[A-Za-z0-9_-]{32}$/;
/** What a write that was cut short leaves of a key, but for zeros where bytes never reached the disk. */
const tornPattern = /^[A-Za-z0-9_-]{0,32}\n?$/;

export async function pageKey(disk: Disk, dataDir: string): Promise<string> {
  const file = join(dataDir, 'dashboard.key');
  const known = await orFault('read the key of the dashboard', () => disk.readFile(file));
  const text = known?.toString('latin1') ?? '';
  if (pattern.test(text.trim())) return text.trim();
  const made = randomBytes(keyBytes).toString('base64url');
  // What is there and was never a key is left alone: then it is another one each time.
  if (known !== undefined && !tornPattern.test(text.replaceAll('\0', ''))) return made;
  const writing = orFault('write the key of the dashboard', async () => {
    await makeDurableDir(disk, dataDir);
    const bytes = Buffer.from(`${made}\n`);
    const isWritten = await (known ? replace(disk, file, bytes) : writeFirst(disk, file, bytes));
    await disk.syncDir(dataDir);
    return isWritten ? made : pageKey(disk, dataDir);
  });
  return writing.catch((error: unknown) => {
    // Who may only read the store looks at it all the same, with a key for this time.
    if (isReadOnlyStore(error)) return made;
    throw error;
  });
}

/** Whether it was not there: another dashboard may have been started at the same time. */
async function writeFirst(disk: Disk, file: string, bytes: Buffer): Promise<boolean> {
  try {
    await disk.writeNew(file, bytes);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function replace(disk: Disk, file: string, bytes: Buffer): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await disk.writeNew(draft, bytes);
  await disk.rename(draft, file);
  return true;
}
